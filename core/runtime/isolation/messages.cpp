// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#include "isolation/messages.h"

#include <cerrno>
#include <cstring>
#include <sys/socket.h>

namespace Runtime {

namespace {

constexpr std::size_t messageLimit = 65536;

} // namespace

bool sendMessage(int socket, std::string_view text, std::span<const int> descriptors)
{
    iovec part { .iov_base = const_cast<char *>(text.data()), .iov_len = text.size() };
    alignas(cmsghdr) char control[CMSG_SPACE(descriptorLimit * sizeof(int))] = {};
    msghdr message {};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    if (!descriptors.empty()) {
        message.msg_control = control;
        message.msg_controllen = CMSG_SPACE(descriptors.size() * sizeof(int));
        cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(descriptors.size() * sizeof(int));
        std::memcpy(CMSG_DATA(header), descriptors.data(), descriptors.size() * sizeof(int));
    }
    ssize_t sent = 0;
    do {
        sent = ::sendmsg(socket, &message, MSG_NOSIGNAL);
    } while (sent < 0 && errno == EINTR);
    return sent == static_cast<ssize_t>(text.size());
}

std::optional<std::string> receiveMessage(int socket, std::vector<Descriptor> *descriptors, int flags)
{
    std::string text(messageLimit, '\0');
    iovec part { .iov_base = text.data(), .iov_len = text.size() };
    alignas(cmsghdr) char control[CMSG_SPACE(descriptorLimit * sizeof(int))] = {};
    msghdr message {};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    ssize_t count = 0;
    do {
        count = ::recvmsg(socket, &message, MSG_CMSG_CLOEXEC | flags);
    } while (count < 0 && errno == EINTR);
    if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
        return std::nullopt;
    for (cmsghdr *header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header)) {
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS)
            continue;
        const std::size_t number = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (std::size_t i = 0; i < number; ++i) {
            int fd = -1;
            std::memcpy(&fd, CMSG_DATA(header) + i * sizeof(int), sizeof(int));
            if (descriptors)
                descriptors->emplace_back(fd);
            else
                ::close(fd);
        }
    }
    text.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
    return text;
}

} // namespace Runtime
