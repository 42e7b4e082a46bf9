// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <opensandbox/sandboxmanager.h>
#include <opensandbox/streamdecoder.h>

#include <QCoreApplication>

#include <cstdio>

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    const OpenSandbox::ConnectionConfig config;
    const OpenSandbox::SandboxManager manager(config);
    QString text;
    OpenSandbox::StreamDecoder decoder([&text](const OpenSandbox::StreamEvent &event) {
        if (const auto *output = std::get_if<OpenSandbox::Event::Output>(&event.value))
            text += output->text;
    });
    decoder.feed("{\"type\":\"stdout\",\"text\":\"hello\"}\n");
    decoder.finish();
    std::printf("%s from %s\n", qPrintable(text), qPrintable(manager.config().lifecycleUrl().toString()));
    return 0;
}
