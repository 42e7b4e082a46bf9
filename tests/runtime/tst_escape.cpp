// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#include "localserver.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QLocalServer>
#include <QRegularExpression>
#include <QTcpServer>
#include <QTest>

#include <csignal>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

// Attempts to get out of a sandbox, or to harm what is around it. Each row runs in a real one.
class TestEscape : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void isRefused_data();
    void isRefused();
    void wouldSucceedWithoutTheSandbox();
    void signalsStayInside();
    void uploadsStayInside();
    void racingLinksStayInside();
    void theLogIsNoWayOut();
    void descriptorsRunOut();
    void processesRunOut();
    void memoryWithoutOwnerIsRefused();
    void diskRunsOut_data();
    void diskRunsOut();
    void aFullDiskStopsTheLargest();
    void cleanupTestCase();

private:
    QString run(const QString &script);
    QString aimed(const char *script) const;

    LocalServer m_server;
    QByteArray m_id;
    QLocalServer m_socket;
    QTcpServer m_port;
    int m_abstract = -1;
    QString m_secret;
    qint64 m_serverPid = 0;
};

namespace {

// What every script starts with. "refused" is the only good end.
constexpr const char *helper = R"py(
import ctypes, errno, fcntl, os, platform, signal, socket, stat, struct, subprocess, sys, time
libc = ctypes.CDLL(None, use_errno=True)
x86 = dict(mount=165, umount2=166, pivot_root=155, chroot=161, unshare=272, clone=56, clone3=435, setns=308, ptrace=101, process_vm_readv=310,
    process_vm_writev=311, pidfd_open=434, pidfd_getfd=438, keyctl=250, add_key=248, request_key=249, bpf=321, userfaultfd=323, perf_event_open=298,
    io_uring_setup=425, kexec_load=246, kexec_file_load=320, init_module=175, finit_module=313, delete_module=176, reboot=169, swapon=167, swapoff=168,
    acct=163, settimeofday=164, clock_settime=227, adjtimex=159, syslog=103, name_to_handle_at=303, open_by_handle_at=304, open_tree=428, move_mount=429,
    fsopen=430, fspick=433, mount_setattr=442, fanotify_init=300, quotactl=179, setuid=105, setgid=106, setresuid=117, capset=126, sethostname=170,
    setdomainname=171, iopl=172, ioperm=173, mknod=133, vhangup=153, kcmp=312, move_pages=279, memfd_create=319, shmget=29, setgroups=116,
    sched_setscheduler=144, process_madvise=440, landlock=444, lookup_dcookie=212, chown=92, io_uring_enter=426, nfsservctl=180)
arm = dict(mount=40, umount2=39, pivot_root=41, chroot=51, unshare=97, clone=220, clone3=435, setns=268, ptrace=117, process_vm_readv=270,
    process_vm_writev=271, pidfd_open=434, pidfd_getfd=438, keyctl=219, add_key=217, request_key=218, bpf=280, userfaultfd=282, perf_event_open=241,
    io_uring_setup=425, kexec_load=104, kexec_file_load=294, init_module=105, finit_module=273, delete_module=106, reboot=142, swapon=224, swapoff=225,
    acct=89, settimeofday=170, clock_settime=112, adjtimex=171, syslog=116, name_to_handle_at=264, open_by_handle_at=265, open_tree=428, move_mount=429,
    fsopen=430, fspick=433, mount_setattr=442, fanotify_init=262, quotactl=60, setuid=146, setgid=144, setresuid=147, capset=91, sethostname=161,
    setdomainname=162, kcmp=272, move_pages=239, memfd_create=279, shmget=194, setgroups=159, sched_setscheduler=119, process_madvise=440,
    io_uring_enter=426, vhangup=58)
numbers = x86 if platform.machine() == 'x86_64' else arm
text = lambda s: ctypes.c_char_p(s.encode() if isinstance(s, str) else s)
def call(name, *arguments):
    if name not in numbers: return -1, errno.ENOSYS
    ctypes.set_errno(0)
    result = libc.syscall(ctypes.c_long(numbers[name]), *[ctypes.c_long(a) if isinstance(a, int) else a for a in arguments])
    return result, ctypes.get_errno()
def end(bad, note=''):
    print(('ESCAPED ' if bad else 'refused ') + str(note)); sys.exit()
def refused(name, *arguments, only=(errno.EPERM, errno.ENOSYS, errno.EACCES)):
    result, error = call(name, *arguments)
    end(result != -1 or error not in only, f'{name}: {result} {errno.errorcode.get(error, error)}')
def cannot(function, *arguments):
    try: end(True, function(*arguments))
    except OSError as e: end(False, e)
def put(path, data):
    fd = os.open(path, os.O_WRONLY)
    try: return os.write(fd, data.encode())
    finally: os.close(fd)
def cannotPut(data, *paths):
    for path in paths:
        try: put(path, data); end(True, path)
        except OSError: pass
    end(False)
def cannotOpen(*paths, mode='r+b'):
    for path in paths:
        try: open(path, mode).close(); end(True, path)
        except OSError: pass
    end(False)
)py";

struct Attempt
{
    const char *name;
    const char *script;
};

QList<Attempt> attempts()
{
    QList<Attempt> all;
    const auto row = [&](const char *name, const char *script) { all.append(Attempt { name, script }); };
    // Mounts
    row("mount a file system", "refused('mount', text('x'), text('/tmp'), text('tmpfs'), 0, 0)");
    row("mount proc", "refused('mount', text('proc'), text('/tmp'), text('proc'), 0, 0)");
    row("make the system writable", "refused('mount', 0, text('/usr'), 0, 0x1020, 0)");
    row("bind a folder", "refused('mount', text('/proc'), text('/tmp'), 0, 0x1000, 0)");
    row("unmount", "refused('umount2', text('/tmp'), 2)");
    row("pivot_root", "refused('pivot_root', text('/tmp'), text('/tmp'))");
    row("chroot", "refused('chroot', text('/tmp'))");
    row("new mount interface", "refused('fsopen', text('tmpfs'), 0)");
    row("clone a mount tree", "refused('open_tree', -100, text('/'), 1)");
    row("move a mount", "refused('move_mount', -100, text('/tmp'), -100, text('/home'), 0)");
    row("change a mount's attributes", "refused('mount_setattr', -100, text('/usr'), 0, 0, 0)");
    row("fspick", "refused('fspick', -100, text('/'), 0)");
    // Namespaces
    row("unshare a user namespace", "refused('unshare', 0x10000000)");
    row("unshare mounts", "refused('unshare', 0x20000)");
    row("unshare processes", "refused('unshare', 0x20000000)");
    row("unshare the network", "refused('unshare', 0x40000000)");
    row("unshare control groups", "refused('unshare', 0x2000000)");
    row("unshare time", "refused('unshare', 0x80)");
    row("clone with a user namespace", "refused('clone', 0x10000011, 0, 0, 0, 0)");
    row("clone with a mount namespace", "refused('clone', 0x20011, 0, 0, 0, 0)");
    row("clone3 with a user namespace",
        "b = ctypes.create_string_buffer(struct.pack('8Q', 0x10000000, 0, 0, 0, 17, 0, 0, 0)); refused('clone3', b, 64)");
    row("join the namespaces of process 1",
        "for kind in ('mnt', 'user', 'pid', 'net', 'ipc'):\n"
        "    try: fd = os.open('/proc/1/ns/' + kind, os.O_RDONLY)\n"
        "    except OSError: continue\n"
        "    if call('setns', fd, 0)[0] == 0: end(True, kind)\n"
        "end(False)");
    row("write a user map", "cannot(put, '/proc/self/uid_map', '0 0 1')");
    row("allow setgroups", "cannot(put, '/proc/self/setgroups', 'allow')");
    // Other processes
    row("trace process 1", "refused('ptrace', 16, 1, 0, 0)");
    row("let oneself be traced", "refused('ptrace', 0, 0, 0, 0)");
    row("read another's memory", "b = ctypes.create_string_buffer(64); refused('process_vm_readv', 1, b, 1, b, 1, 0)");
    row("write another's memory", "b = ctypes.create_string_buffer(64); refused('process_vm_writev', 1, b, 1, b, 1, 0)");
    // Its memory is within reach, being of the same user; so it must have no right that others have not.
    row("rights of process 1",
        "lines = open('/proc/1/status').read(); end(not all(line in lines for line in ('CapEff:\\t0000000000000000', 'CapBnd:\\t0000000000000000', 'NoNewPrivs:\\t1', 'Seccomp:\\t2')), lines)");
    row("take a descriptor of another process", "fd = call('pidfd_open', os.getppid(), 0)[0]; refused('pidfd_getfd', fd, 0, 0)");
    row("compare processes", "refused('kcmp', 1, os.getpid(), 0, 0, 0)");
    row("move pages of another process", "refused('move_pages', 1, 0, 0, 0, 0, 0)");
    row("host's processes", "names = b''.join(open(f'/proc/{p}/cmdline', 'rb').read() for p in os.listdir('/proc') if p.isdigit()); end(b'opensandbox-local' in names, names)");
    row("root of every process",
        "for p in os.listdir('/proc'):\n"
        "    if p.isdigit():\n"
        "        for way in ('root', 'cwd/..', 'cwd/../..', 'root/..'):\n"
        "            try: end(True, open(f'/proc/{p}/{way}@SECRET@').read())\n"
        "            except OSError: pass\n"
        "end(False)");
    row("descriptors of every process",
        "for p in os.listdir('/proc'):\n"
        "    if p.isdigit():\n"
        "        try: fds = os.listdir(f'/proc/{p}/fd')\n"
        "        except OSError: continue\n"
        "        for fd in fds:\n"
        "            try:\n"
        "                place = f'/proc/{p}/fd/{fd}'\n"
        "                if os.path.isdir(place) and os.path.exists(place + '/../../../../../../../..@SECRET@'): end(True, place)\n"
        "            except OSError: pass\n"
        "end(False)");
    row("environment of process 1", "cannot(lambda: end('KEY' in open('/proc/1/environ').read(), '') )");
    row("signal a process of the host", "cannot(os.kill, @SERVER@, 0)");
    row("end process 1", "os.kill(1, 9); time.sleep(0.2); end(not os.path.exists('/proc/1/stat'))");
    // Keyrings
    row("read the session keyring", "refused('keyctl', 11, -3, 0, 0, 0)");
    row("join a keyring", "refused('keyctl', 1, text('x'))");
    row("add a key", "refused('add_key', text('user'), text('x'), text('y'), 1, -3)");
    row("request a key", "refused('request_key', text('user'), text('x'), 0, 0)");
    // Sockets
    row("socket file of the host", "s = socket.socket(socket.AF_UNIX); cannot(s.connect, '@FOLDER@/host.sock')");
    row("abstract socket of the host", "s = socket.socket(socket.AF_UNIX); cannot(s.connect, b'\\0opensandbox-escape')");
    row("port of the host", "cannot(socket.create_connection, ('127.0.0.1', @PORT@), 3)");
    row("the internet", "cannot(socket.create_connection, ('1.1.1.1', 53), 3)");
    row("cloud metadata", "cannot(socket.create_connection, ('169.254.169.254', 80), 3)");
    row("raw socket", "cannot(socket.socket, socket.AF_INET, socket.SOCK_RAW, 1)");
    row("packet socket", "cannot(socket.socket, 17, socket.SOCK_RAW, 3)");
    row("socket of the virtual machine", "cannot(socket.socket, 40, socket.SOCK_STREAM)");
    row("crypto socket", "cannot(socket.socket, 38, socket.SOCK_SEQPACKET)");
    row("make a network device",
        "s = socket.socket(16, 3, 0); name = b'\\x09\\x00\\x03\\x00veth0\\0\\0\\0'; kind = b'\\x0c\\x00\\x12\\x00\\x08\\x00\\x01\\x00veth'\n"
        "message = struct.pack('BxHiII', 0, 0, 0, 0, 0) + name + kind\n"
        "s.send(struct.pack('IHHII', 16 + len(message), 16, 0x605, 1, 0) + message)\n"
        "end(struct.unpack('i', s.recv(4096)[16:20])[0] == 0)");
    row("sockets of the desktop", "found = [p for p in ('/run/user', '/run/dbus', '/tmp/.X11-unix', '/run/systemd', '/run/docker.sock', '/var/run/docker.sock') if os.path.exists(p)]; end(found, found)");
    // Devices
    row("make a block device", "cannot(os.mknod, '/tmp/disk', 0o660 | stat.S_IFBLK, os.makedev(8, 0))");
    row("make a memory device", "cannot(os.mknod, '/tmp/mem', 0o660 | stat.S_IFCHR, os.makedev(1, 1))");
    row("memory, disks and machines",
        "cannotOpen('/dev/mem', '/dev/kmem', '/dev/port', '/dev/sda', '/dev/vda', '/dev/nvme0n1', '/dev/kvm', '/dev/fuse', '/dev/net/tun', '/dev/kmsg', '/dev/loop0', '/dev/loop-control', '/dev/uinput', mode='rb')");
    row("controlling terminal", "cannotOpen('/dev/tty', '/dev/console')");
    // A terminal takes it from its own programs only, so the child gets one.
    row("type into a terminal (TIOCSTI)",
        "import pty\n"
        "pid, m = pty.fork()\n"
        "if pid == 0:\n"
        "    try: fcntl.ioctl(0, 0x5412, b'x'); os._exit(1)\n"
        "    except OSError: os._exit(0)\n"
        "end(os.waitpid(pid, 0)[1] != 0)");
    row("type into a terminal (TIOCLINUX)", "m, s = os.openpty(); cannot(fcntl.ioctl, s, 0x541c, b'\\x02' + b'\\0' * 15)");
    row("ports of the processor", "refused('iopl', 3)");
    // Becoming somebody else
    row("setuid", "refused('setuid', 0, only=(errno.EPERM, errno.EINVAL))");
    row("setresuid", "refused('setresuid', 0, 0, 0, only=(errno.EPERM, errno.EINVAL))");
    row("setgid", "refused('setgid', 0, only=(errno.EPERM, errno.EINVAL))");
    row("take capabilities", "h = ctypes.create_string_buffer(struct.pack('Ii', 0x20080522, 0)); d = ctypes.create_string_buffer(struct.pack('6I', *[0xffffffff, 0xffffffff, 0] * 2)); refused('capset', h, d)");
    row("set-user-ID program",
        "subprocess.run('cp /usr/bin/id /tmp/id; chmod 6755 /tmp/id', shell=True); out = subprocess.run('/tmp/id -u; /tmp/id -g', shell=True, capture_output=True, text=True).stdout; end(out != '1000\\n1000\\n', out)");
    row("file capabilities", "open('/tmp/cap', 'w').close(); cannot(os.setxattr, '/tmp/cap', 'security.capability', struct.pack('5I', 0x2000001, 0xffffffff, 0, 0, 0))");
    row("give files away", "open('/tmp/mine', 'w').close(); cannot(os.chown, '/tmp/mine', 0, 0)");
    row("set-user-ID programs of the system",
        "out = subprocess.run('for p in su mount newgrp passwd; do command -v $p >/dev/null && echo | timeout 3 $p -c id 2>/dev/null; done', shell=True, capture_output=True, text=True).stdout; end('uid=0' in out, out)");
    row("no new privileges can be undone", "libc.prctl(38, 0, 0, 0, 0); end('NoNewPrivs:\\t1' not in open('/proc/self/status').read())");
    row("raise the scheduling class", "b = ctypes.create_string_buffer(struct.pack('i', 50)); refused('sched_setscheduler', 0, 1, b)");
    row("raise a limit", "import resource\n"
        "try: resource.setrlimit(resource.RLIMIT_NPROC, (1000000, 1000000)); end(True)\n"
        "except (OSError, ValueError) as e: end(False, e)");
    // The kernel
    row("io_uring", "b = ctypes.create_string_buffer(256); refused('io_uring_setup', 1, b)");
    row("bpf", "b = ctypes.create_string_buffer(128); refused('bpf', 0, b, 128)");
    row("userfaultfd", "refused('userfaultfd', 0)");
    row("perf_event_open", "b = ctypes.create_string_buffer(128); refused('perf_event_open', b, 0, -1, -1, 0)");
    row("load a kernel", "refused('kexec_load', 0, 0, 0, 0)");
    row("load a kernel from a file", "refused('kexec_file_load', 0, 0, 0, 0, 0)");
    row("load a module", "refused('init_module', 0, 0, text(''))");
    row("load a module from a file", "refused('finit_module', 0, text(''), 0)");
    row("unload a module", "refused('delete_module', text('loop'), 0)");
    row("reboot", "refused('reboot', 0xfee1dead, 0x28121969, 0, 0)");
    row("swap", "refused('swapon', text('/tmp/x'), 0)");
    row("process accounting", "refused('acct', 0)");
    row("set the clock", "b = ctypes.create_string_buffer(16); refused('clock_settime', 0, b)");
    row("set the time of day", "b = ctypes.create_string_buffer(16); refused('settimeofday', b, 0)");
    row("adjust the clock", "b = ctypes.create_string_buffer(struct.pack('I', 1) + bytes(300)); refused('adjtimex', b)");
    row("read the kernel's log", "b = ctypes.create_string_buffer(4096); refused('syslog', 3, b, 4096)");
    row("name of the machine", "refused('sethostname', text('x'), 1)");
    row("watch whole file systems", "refused('fanotify_init', 0, 0)");
    row("quotas", "refused('quotactl', 0x800002, text('/dev/sda'), 0, 0)");
    row("file handle of the root", "b = ctypes.create_string_buffer(struct.pack('Ii', 128, 0) + bytes(128)); m = ctypes.c_int(); refused('name_to_handle_at', -100, text('/'), b, ctypes.byref(m), 0)");
    row("open by file handle", "b = ctypes.create_string_buffer(struct.pack('Ii', 8, 1) + b'\\x02' + bytes(127)); refused('open_by_handle_at', os.open('/', 0), b, 0)");
    row("calls of the 32-bit kernel",
        "import mmap\n"
        "if platform.machine() != 'x86_64': end(False)\n"
        "m = mmap.mmap(-1, 4096, prot=7); m.write(bytes.fromhex('53 b8 36 01 00 00 bb 00 00 00 10 cd 80 5b c3'))\n" // unshare(CLONE_NEWUSER) by int 0x80
        "f = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(m)))\n"
        // Kernels without that entry end the program instead.
        "child = os.fork()\n"
        "if child == 0: os._exit(0 if f() == 0 else 1)\n"
        "status = os.waitpid(child, 0)[1]; end(status == 0, status)");
    row("calls of the x32 kernel", "if platform.machine() != 'x86_64': end(False)\nctypes.set_errno(0); r = libc.syscall(ctypes.c_long(0x40000000 + 272), ctypes.c_long(0x10000000)); end(r == 0, ctypes.get_errno())");
    // Files of the kernel
    row("core_pattern", "cannotPut('|/tmp/x', '/proc/sys/kernel/core_pattern')");
    row("modprobe and hotplug helpers", "cannotPut('/tmp/x', '/proc/sys/kernel/modprobe', '/proc/sys/kernel/hotplug', '/sys/kernel/uevent_helper', '/proc/sys/fs/binfmt_misc/register')");
    row("machine settings", "cannotPut('1', '/proc/sys/kernel/panic', '/proc/sys/vm/overcommit_memory', '/proc/sys/kernel/ns_last_pid', '/proc/sys/user/max_user_namespaces', '/proc/sys/kernel/randomize_va_space')");
    row("sysrq", "cannotPut('h', '/proc/sysrq-trigger', '/proc/sys/kernel/sysrq')");
    row("device settings", "cannotPut('1', '/sys/power/state', '/sys/devices/system/cpu/cpu0/online', '/sys/module/kernel/parameters/panic', '/sys/class/net/lo/mtu')");
    row("kernel memory", "cannotOpen('/proc/kcore', mode='rb')");
    row("tracing and debugging", "cannotOpen('/sys/kernel/debug/tracing/trace_marker', '/sys/kernel/tracing/trace_marker', mode='w')");
    row("control groups",
        "found = []\n"
        "for base, folders, files in os.walk('/sys/fs/cgroup'):\n"
        "    for f in files:\n"
        "        if f in ('release_agent', 'notify_on_release', 'cgroup.procs', 'memory.max', 'memory.limit_in_bytes', 'devices.allow') and os.access(base + '/' + f, os.W_OK): found.append(f)\n"
        "end(found, found)");
    row("score of the memory killer", "cannot(put, '/proc/self/oom_score_adj', '-1000')");
    // Overwriting programs that run outside (CVE-2019-5736 and its kin)
    row("overwrite the daemon", "cannotOpen('/opt/opensandbox/execd', f'/proc/{os.getppid()}/exe', '/proc/self/exe')");
    row("overwrite bubblewrap", "cannotOpen('/proc/1/exe', '/usr/bin/bwrap')");
    row("overwrite by an inherited descriptor",
        "for p in os.listdir('/proc'):\n"
        "    if p.isdigit():\n"
        "        for way in ('exe', 'map_files'):\n"
        "            try: end(True, open(f'/proc/{p}/{way}', 'r+b').name)\n"
        "            except OSError: pass\n"
        "end(False)");
    row("replace the drivers", "cannot(os.rename, '/opt/opensandbox/kernels', '/opt/opensandbox/old')");
    row("link to files of the system", "cannot(os.link, '/etc/passwd', '/workspace/passwd')");
    row("write into the system", "cannotOpen('/usr/bin/x', '/etc/x', '/lib/x', '/x', '/etc/ld.so.preload', '/etc/passwd', '/opt/x', mode='w')");
    // Host files by name
    row("the host's files",
        "found = [p for p in ('@SECRET@', '@FOLDER@', '/etc/shadow', '/root/.ssh', '/home/' + '../root/.bashrc', '/var/lib/dpkg', '/boot', '/mnt', '/media', '/srv', '/workbench') if os.path.exists(p)]; end(found, found)");
    return all;
}

} // namespace

void TestEscape::initTestCase()
{
    QVERIFY2(m_server.start(), QJsonDocument(m_server.readyLine()).toJson().constData());
    m_serverPid = m_server.process().processId();
    m_id = m_server.createSandbox();
    QVERIFY2(!m_id.isEmpty(), m_server.lastAnswer.body.constData());
    const QJsonObject body { { u"command"_s, QString(u"cat > /home/sandbox/helper.py <<'EOF'\n"_s + QString::fromLatin1(helper) + u"\nEOF"_s) } };
    m_server.request("POST", "/sandboxes/" + m_id + "/proxy/44772/command", QJsonDocument(body).toJson());

    // Things of the host that must stay out of reach.
    m_secret = QDir::tempPath() + u"/opensandbox-escape-%1"_s.arg(QCoreApplication::applicationPid());
    QFile secret(m_secret);
    QVERIFY(secret.open(QIODevice::WriteOnly));
    secret.write("host secret");
    secret.close();
    secret.setPermissions(QFile::Permissions::fromInt(0x6666));
    QVERIFY(m_socket.listen(m_server.stateFolder() + u"/host.sock"_s));
    QVERIFY(m_port.listen(QHostAddress::LocalHost));
    m_abstract = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_un address {};
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path + 1, "opensandbox-escape", 18);
    QCOMPARE(::bind(m_abstract, reinterpret_cast<sockaddr *>(&address), socklen_t(offsetof(sockaddr_un, sun_path) + 19)), 0);
    QCOMPARE(::listen(m_abstract, 1), 0);
}

void TestEscape::cleanupTestCase()
{
    QFile::remove(m_secret);
    ::close(m_abstract);
}

QString TestEscape::run(const QString &script)
{
    const auto result = m_server.command(m_id, u"cat > /tmp/row.py <<'EOF'\nfrom helper import *\n"_s + script + u"\nEOF\nPYTHONPATH=/home/sandbox python3 /tmp/row.py"_s, 30000);
    return result.output.isEmpty() ? u"nothing, "_s + result.exitCode + u' ' + result.errors : result.output.trimmed();
}

// The script with the names of what must stay out of reach.
QString TestEscape::aimed(const char *script) const
{
    QString text = QString::fromLatin1(script);
    text.replace(u"@SECRET@"_s, m_secret).replace(u"@FOLDER@"_s, m_server.stateFolder()).replace(u"@PORT@"_s, QString::number(m_port.serverPort()));
    return text.replace(u"@SERVER@"_s, QString::number(m_serverPid));
}

void TestEscape::isRefused_data()
{
    QTest::addColumn<QString>("script");
    for (const Attempt &attempt : attempts())
        QTest::newRow(attempt.name) << aimed(attempt.script);
}

void TestEscape::isRefused()
{
    QFETCH(QString, script);
    const QString said = run(script);
    QVERIFY2(said.startsWith("refused"_L1), qPrintable(said));
    QCOMPARE(m_server.request("GET", "/health").status, 200);
}

void TestEscape::wouldSucceedWithoutTheSandbox()
{
    // An attempt that fails anywhere proves nothing. Without our sandbox, in a mere user namespace and with all
    // capabilities there, these succeed as an ordinary user; some machines refuse a few of them by themselves.
    if (::geteuid() == 0)
        QSKIP("Attempts of root would do harm.");
    const QByteArrayList real { "mount a file system", "bind a folder", "chroot", "new mount interface", "unshare a user namespace", "unshare mounts",
                                "unshare the network", "clone with a user namespace", "let oneself be traced", "root of every process",
                                "signal a process of the host", "read the session keyring", "join a keyring", "socket file of the host",
                                "abstract socket of the host", "port of the host", "type into a terminal (TIOCSTI)", "setuid", "setresuid",
                                "take capabilities", "file handle of the root", "the host's files" };
    QTemporaryDir folder;
    QFile file(folder.filePath(u"helper.py"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(helper);
    file.close();
    QByteArrayList refused;
    qsizetype tried = 0;
    for (const Attempt &attempt : attempts()) {
        if (!real.contains(attempt.name))
            continue;
        ++tried;
        QProcess process;
        process.start(u"bwrap"_s, { u"--bind"_s, u"/"_s, u"/"_s, u"--dev-bind"_s, u"/dev"_s, u"/dev"_s, u"--unshare-user"_s, u"--uid"_s, u"0"_s, u"--gid"_s, u"0"_s,
                                    u"--cap-add"_s, u"ALL"_s, u"--setenv"_s, u"PYTHONPATH"_s, folder.path(), u"python3"_s, u"-c"_s,
                                    u"from helper import *\n"_s + aimed(attempt.script) });
        QVERIFY(process.waitForFinished(60000));
        if (!process.readAllStandardOutput().startsWith("ESCAPED"))
            refused << attempt.name;
    }
    QCOMPARE(tried, real.size());
    qInfo("%lld of %lld attempts succeed without a sandbox%s%s", tried - refused.size(), tried, refused.isEmpty() ? "" : "; this machine refuses: ",
          refused.join(", ").constData());
    QVERIFY(refused.size() <= tried / 2);
}

void TestEscape::signalsStayInside()
{
    const QByteArray id = m_server.createSandbox();
    QVERIFY(!id.isEmpty());
    // Everything it may signal: its own daemon dies, and nothing else.
    m_server.request("POST", "/sandboxes/" + id + "/proxy/44772/command", R"({"command":"kill -9 -1"})", {}, 5000);
    QTRY_VERIFY_WITH_TIMEOUT(m_server.request("GET", "/v1/sandboxes/" + id).body.contains("Failed"), 15000);
    QCOMPARE(m_server.request("GET", "/health").status, 200);
    QCOMPARE(m_server.command(m_id, u"echo here"_s).output, u"here\n"_s);
    QCOMPARE(m_server.request("DELETE", "/v1/sandboxes/" + id).status, 204);
}

void TestEscape::uploadsStayInside()
{
    const auto upload = [&](const QByteArray &path) {
        const QByteArray body = "--b\r\nContent-Disposition: form-data; name=\"metadata\"; filename=\"metadata\"\r\nContent-Type: application/json\r\n\r\n{\"path\":\"" + path
            + "\"}\r\n--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"../../../../x\"\r\n\r\nevil\r\n--b--\r\n";
        return m_server.request("POST", "/sandboxes/" + m_id + "/proxy/44772/files/upload", body, "Content-Type: multipart/form-data; boundary=b\r\n").status;
    };
    upload("/workspace/../../../../../.." + QFile::encodeName(m_secret));
    upload("../../../../../../.." + QFile::encodeName(m_secret));
    upload("/proc/self/root/../../.." + QFile::encodeName(m_secret));
    m_server.command(m_id, u"ln -sfn / /workspace/top; ln -sfn /proc/1/root /workspace/one"_s);
    upload("/workspace/top" + QFile::encodeName(m_secret));
    upload("/workspace/one" + QFile::encodeName(m_secret));
    QVERIFY(upload("/etc/passwd") != 200);
    QFile secret(m_secret);
    QVERIFY(secret.open(QIODevice::ReadOnly));
    QCOMPARE(secret.readAll(), "host secret");
    for (const char *path : { "/sandboxes/../../../../etc/passwd", "/sandboxes/%2e%2e/%2e%2e/etc/passwd", "/sandboxes/..%2f..%2fetc/proxy/44772/ping", "/v1/snapshots/..%2f..%2f..%2fetc" })
        QVERIFY2(m_server.request("GET", path).status >= 400, path);
    // A download can name the sandbox's own files only.
    QVERIFY(!m_server.request("GET", "/sandboxes/" + m_id + "/proxy/44772/files/download?path=/workspace/top" + QFile::encodeName(m_secret)).body.contains("host secret"));
}

void TestEscape::racingLinksStayInside()
{
    // A folder that is a link at every second look, while files are put into it and it is copied and removed.
    const QByteArray id = m_server.createSandbox();
    QVERIFY(!id.isEmpty());
    const QFileInfo secret(m_secret);
    m_server.command(id, u"(while :; do ln -sfn %1 d; rm -f d; mkdir -p d; rmdir d; done) >/dev/null 2>&1 & echo"_s.arg(secret.path()));
    for (int round = 0; round < 20; ++round) {
        const QByteArray body = "--b\r\nContent-Disposition: form-data; name=\"metadata\"; filename=\"m\"\r\n\r\n{\"path\":\"/workspace/d/" + secret.fileName().toUtf8()
            + "\"}\r\n--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"x\"\r\n\r\nevil\r\n--b--\r\n";
        m_server.request("POST", "/sandboxes/" + id + "/proxy/44772/files/upload", body, "Content-Type: multipart/form-data; boundary=b\r\n", 5000);
        m_server.request("DELETE", "/sandboxes/" + id + "/proxy/44772/directories?path=/workspace/d", {}, {}, 5000);
        if (round % 5 == 0)
            m_server.request("POST", "/v1/sandboxes/" + id + "/snapshots");
    }
    QCOMPARE(m_server.request("DELETE", "/v1/sandboxes/" + id).status, 204);
    QTest::qWait(300);
    QFile file(m_secret);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), "host secret");
}

void TestEscape::theLogIsNoWayOut()
{
    // Its descriptor is inherited: it may be written, and lies in no folder that could be left by it.
    const QByteArray id = m_server.createSandbox({ { u"entrypoint"_s, QJsonArray { u"sh"_s, u"-c"_s,
        u"for i in 0 1 2 3 4 5 6 7 8 9; do readlink /proc/self/fd/$i; done; ls /proc/self/fd/1/.. 2>&1; (cat < /proc/self/fd/1); echo looked; sleep 60"_s } } });
    QVERIFY2(!id.isEmpty(), m_server.lastAnswer.body.constData());
    QByteArray log;
    QTRY_VERIFY_WITH_TIMEOUT((log = m_server.request("GET", "/v1/sandboxes/" + id + "/diagnostics/logs?tail=200").body).contains("looked"), 30000);
    QVERIFY2(!log.contains("host.sock"), log.constData());
    // Nothing else is inherited.
    const QRegularExpression numbered(u"socket:|memfd:|anon_inode|pipe:"_s);
    QVERIFY2(!numbered.match(QString::fromUtf8(log)).hasMatch(), log.constData());
    m_server.request("DELETE", "/v1/sandboxes/" + id);
}

void TestEscape::descriptorsRunOut()
{
    const QString said = run(u"held = []\ntry:\n    while len(held) < 200000: held.append(os.open('/dev/null', 0))\nexcept OSError as e: end(e.errno != errno.EMFILE, len(held))\nend(True, len(held))"_s);
    QVERIFY2(said.startsWith("refused"_L1), qPrintable(said));
    QVERIFY2(said.section(u' ', 1, 1).toInt() <= 8192, qPrintable(said));
    // In many programs at once; the host and the server still open files.
    m_server.request("POST", "/sandboxes/" + m_id + "/proxy/44772/command",
                     R"json({"command":"for i in $(seq 40); do python3 -c 'import os,time\nh=[]\ntry:\n  while 1: h.append(os.open(\"/dev/null\",0))\nexcept OSError: time.sleep(20)' & done; sleep 6; kill $(jobs -p)","background":true})json");
    QTest::qWait(3000);
    QFile file(m_secret);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(m_server.request("GET", "/v1/sandboxes/" + m_id).status, 200);
}

void TestEscape::processesRunOut()
{
    const QByteArray id = m_server.createSandbox({ { u"resourceLimits"_s, QJsonObject { { u"memory"_s, u"512Mi"_s }, { u"pids"_s, u"100"_s } } } });
    QVERIFY(!id.isEmpty());
    const auto result = m_server.command(id, u"python3 -c 'import os,time,sys\nn=0\ntry:\n  while n < 2000:\n    if os.fork() == 0: time.sleep(30); os._exit(0)\n    n += 1\nexcept OSError as e: print(\"stopped\", n, flush=True)\nos._exit(0)'"_s);
    QVERIFY2(result.output.startsWith("stopped"_L1), qPrintable(result.output + result.errors));
    QVERIFY2(result.output.section(u' ', 1).toInt() <= 100, qPrintable(result.output));
    QCOMPARE(m_server.request("DELETE", "/v1/sandboxes/" + id).status, 204);
}

void TestEscape::memoryWithoutOwnerIsRefused()
{
    const QJsonObject limits = m_server.readyLine().value("isolation"_L1).toObject().value("limits"_L1).toObject();
    if (!limits.value("memory"_L1).toString().startsWith("watched"_L1))
        QSKIP("The kernel counts all memory of a sandbox here.");
    for (const char *script : { "refused('memfd_create', text('x'), 0)", "refused('shmget', 0, 1 << 30, 0o1600, only=(errno.ENOMEM,))",
                                "cannot(lambda: open('/dev/shm/x', 'wb').write(bytes(600 << 20)))", "cannot(lambda: open('/run/x', 'wb').write(bytes(60 << 20)))" }) {
        const QString said = run(QString::fromLatin1(script));
        QVERIFY2(said.startsWith("refused"_L1), qPrintable(QString::fromLatin1(script) + u": "_s + said));
    }
    run(u"os.unlink('/dev/shm/x')"_s);
}

void TestEscape::diskRunsOut_data()
{
    QTest::addColumn<QString>("command");
    QTest::newRow("one large file") << u"head -c 200M /dev/zero > big"_s;
    QTest::newRow("many files") << u"i=0; while [ $i -lt 400 ]; do head -c 1M /dev/zero > f$i || exit 1; i=$((i+1)); done; sleep 15"_s;
    QTest::newRow("files in every folder") << u"for d in /tmp /workspace ~; do for i in $(seq 60); do head -c 1M /dev/zero > $d/f$i || exit 1; done; done; sleep 15"_s;
    QTest::newRow("a file without a name") << u"exec 7>x; rm x; for i in $(seq 20); do exec 7>x$i 8>y$i; rm x$i y$i; (head -c 30M /dev/zero >&7; head -c 30M /dev/zero >&8; sleep 20) & done; sleep 20"_s;
    QTest::newRow("nested too deeply to be seen") << u"python3 -c 'import os,time\nfor i in range(700): os.mkdir(\"d\"); os.chdir(\"d\")\nfor i in range(200): open(str(i),\"wb\").write(bytes(1<<20))\ntime.sleep(15)'"_s;
}

void TestEscape::diskRunsOut()
{
    QFETCH(QString, command);
    const QByteArray id = m_server.createSandbox({ { u"resourceLimits"_s, QJsonObject { { u"memory"_s, u"512Mi"_s }, { u"disk"_s, u"48Mi"_s } } } });
    QVERIFY2(!id.isEmpty(), m_server.lastAnswer.body.constData());
    const auto result = m_server.command(id, command, 25000);
    QVERIFY2(result.exitCode != "0"_L1, qPrintable(result.output));
    // Either the kernel refused the file, or the sandbox was stopped, and says why.
    if (QByteArrayView(QTest::currentDataTag()) != "one large file")
        QTRY_VERIFY_WITH_TIMEOUT(m_server.request("GET", "/v1/sandboxes/" + id).body.contains("OUT_OF_DISK"), 15000);
    QCOMPARE(m_server.request("DELETE", "/v1/sandboxes/" + id).status, 204);
}

void TestEscape::aFullDiskStopsTheLargest()
{
    LocalServer server({ u"--keep-free"_s, u"16Mi"_s });
    server.runIn({ u"bwrap"_s, u"--dev-bind"_s, u"/"_s, u"/"_s, u"--size"_s, u"104857600"_s, u"--tmpfs"_s, server.stateFolder(), u"--"_s });
    if (!server.start())
        QSKIP("A sandbox within a sandbox cannot be made here.");
    const QByteArray small = server.createSandbox();
    const QByteArray large = server.createSandbox();
    QVERIFY2(!small.isEmpty() && !large.isEmpty(), server.lastAnswer.body.constData());
    server.command(small, u"head -c 1M /dev/zero > file"_s);
    server.command(large, u"head -c 500M /dev/zero > file; sleep 10"_s);
    QTRY_VERIFY_WITH_TIMEOUT(server.request("GET", "/v1/sandboxes/" + large).body.contains("OUT_OF_DISK"), 15000);
    QVERIFY(server.request("GET", "/v1/sandboxes/" + large).body.contains("Delete it to free the space"));
    QVERIFY(server.request("GET", "/v1/sandboxes/" + small).body.contains("Running"));
    QCOMPARE(server.request("DELETE", "/v1/sandboxes/" + large).status, 204);
    QTRY_COMPARE_WITH_TIMEOUT(server.command(small, u"head -c 20M /dev/zero > more && echo ok"_s).output, u"ok\n"_s, 10000);
}

QTEST_GUILESS_MAIN(TestEscape)
#include "tst_escape.moc"
