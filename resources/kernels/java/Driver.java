// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// Runs Java cells by JShell for the daemon (its protocol is in core/runtime/execd/drivermessage.h). Cells run in
// this very JVM, so that their output, their threads and what they keep are its own. An interrupt is JShell's own:
// loops of a cell look whether they shall stop, waiting calls are interrupted.
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.BiConsumer;
import jdk.jshell.Diag;
import jdk.jshell.EvalException;
import jdk.jshell.JShell;
import jdk.jshell.Snippet;
import jdk.jshell.SnippetEvent;
import jdk.jshell.SourceCodeAnalysis;
import jdk.jshell.UnresolvedReferenceException;
import jdk.jshell.VarSnippet;

public class Driver {
    private static final String[] STARTUP = {
        "import java.io.*;", "import java.math.*;", "import java.net.*;", "import java.nio.file.*;", "import java.util.*;",
        "import java.util.concurrent.*;", "import java.util.function.*;", "import java.util.regex.*;",
        "import java.util.stream.*;", "import java.time.*;",
        // The one thing of ours that cells see: Display.html("..."), Display.show("image/png", bytes).
        """
        class Display {
            @SuppressWarnings("unchecked")
            static void show(String type, Object data) {
                ((java.util.function.BiConsumer<String, Object>) System.getProperties().get("opensandbox.display")).accept(type, data);
            }
            static void html(String text) { show("text/html", text); }
            static void svg(String text) { show("image/svg+xml", text); }
            static void markdown(String text) { show("text/markdown", text); }
            static void png(byte[] bytes) { show("image/png", bytes); }
        }
        """,
    };
    // Values of these types are shown without running code of the user.
    private static final String PLAIN = "(boolean|byte|short|char|int|long|float|double|Boolean|Byte|Short|Character|Integer"
        + "|Long|Float|Double|(java\\.lang\\.)?String)(\\[\\])*|(java\\.math\\.)?Big(Integer|Decimal)";
    private static final Map<String, Integer> SIZES = Map.of("boolean", 1, "byte", 1, "short", 2, "char", 2, "int", 4, "long", 8,
        "float", 4, "double", 8);
    private static final int LISTED = 500;

    private final BlockingQueue<Map<String, Object>> requests = new LinkedBlockingQueue<>();
    private final OutputStream replies = new FileOutputStream("/proc/self/fd/4");
    private final Map<String, int[]> places = new HashMap<>(); // snippet id: cell number, line of the cell it starts in
    private JShell shell;
    private SourceCodeAnalysis analysis;
    private volatile long currentRun = -1;
    private volatile boolean interrupted;
    private volatile boolean mayAsk;
    private final BlockingQueue<Optional<String>> lines = new LinkedBlockingQueue<>();
    private volatile Input input = new Input();

    private Driver() throws IOException { }

    public static void main(String[] arguments) throws Exception {
        sun.misc.Signal.handle(new sun.misc.Signal("INT"), signal -> { });
        System.setOut(new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8));
        new Driver().serve();
    }

    private void serve() throws Exception {
        shell = JShell.builder().executionEngine("local").build();
        analysis = shell.sourceCodeAnalysis();
        System.setIn(input);
        System.getProperties().put("opensandbox.display", (BiConsumer<String, Object>) this::display);
        for (String snippet : STARTUP)
            shell.eval(snippet);
        shell.eval("1").forEach(event -> shell.drop(event.snippet())); // so that the first cell is as fast as the next
        Thread reader = new Thread(this::read, "requests");
        reader.setDaemon(true);
        reader.start();
        send("{\"event\":\"ready\"}");
        while (true) {
            Map<String, Object> request = requests.take();
            long id = (Long) request.getOrDefault("id", 0L);
            switch (String.valueOf(request.get("op"))) {
                case "run" -> {
                    mayAsk = request.containsKey("stdin");
                    run(id, (Long) request.get("number"), (String) request.get("code"));
                    mayAsk = false;
                }
                case "complete" -> answer(id, complete((String) request.get("code"), (Long) request.get("cursor")));
                case "inspect" -> answer(id, inspect((String) request.get("code"), (Long) request.get("cursor")));
                case "variables" -> answer(id, variables());
                case "leave" -> Runtime.getRuntime().halt(0);
                default -> answer(id, "{}");
            }
        }
    }

    private void read() {
        try (BufferedReader messages = new BufferedReader(
                 new InputStreamReader(new FileInputStream("/proc/self/fd/3"), StandardCharsets.UTF_8))) {
            for (String line = messages.readLine(); line != null; line = messages.readLine()) {
                Map<String, Object> request = new Json(line).object();
                if ("input".equals(request.get("op"))) {
                    lines.add(Optional.ofNullable((String) request.get("text")));
                } else if (!"interrupt".equals(request.get("op"))) {
                    requests.add(request);
                } else if (currentRun >= 0 && !interrupted) {
                    interrupted = true;
                    Thread stopper = new Thread(this::stopUntilItEnds, "interrupt");
                    stopper.setDaemon(true);
                    stopper.start();
                }
            }
        } catch (IOException error) {
            // The daemon has gone.
        }
        requests.add(Map.of("op", "leave"));
        // A cell that runs does not keep us.
        try {
            Thread.sleep(300);
        } catch (InterruptedException ignored) {
            // Then at once.
        }
        Runtime.getRuntime().halt(0);
    }

    // JShell stops what runs; between two statements, or while one is compiled, that is nothing.
    private void stopUntilItEnds() {
        long run = currentRun;
        while (run >= 0 && currentRun == run && interrupted) {
            shell.stop();
            try {
                Thread.sleep(100);
            } catch (InterruptedException ignored) {
                return;
            }
        }
    }

    /** System.in: a line is asked for when a program wants more than is there. */
    private final class Input extends InputStream {
        private byte[] line = {};
        private int at;

        synchronized void forget() {
            line = new byte[0];
            at = 0;
        }

        @Override
        public synchronized int read() throws IOException {
            return fill() ? line[at++] & 0xff : -1;
        }

        @Override
        public synchronized int read(byte[] bytes, int offset, int length) throws IOException {
            if (length == 0)
                return 0;
            if (!fill())
                return -1;
            int count = Math.min(length, line.length - at);
            System.arraycopy(line, at, bytes, offset, count);
            at += count;
            return count;
        }

        @Override
        public synchronized int available() {
            return line.length - at;
        }

        private boolean fill() throws IOException {
            if (at < line.length)
                return true;
            long run = currentRun;
            if (!mayAsk || run < 0)
                return false;
            System.out.flush();
            send("{\"event\":\"input\",\"id\":" + run + ",\"text\":\"\"}");
            try {
                Optional<String> answer = lines.take();
                line = answer.map(text -> (text + "\n").getBytes(StandardCharsets.UTF_8)).orElse(new byte[0]);
                at = 0;
                return answer.isPresent();
            } catch (InterruptedException error) {
                throw new InterruptedIOException("interrupted while it waited for input");
            }
        }
    }

    // --- running ---

    private void run(long id, long number, String code) {
        interrupted = false;
        currentRun = id;
        lines.clear();
        input.forget();
        try {
            evaluate(number, code);
        } catch (Throwable error) {
            error(error.getClass().getSimpleName(), String.valueOf(error.getMessage()), List.of(error.toString()));
        }
        System.out.flush();
        System.err.flush();
        currentRun = -1;
        send("{\"event\":\"done\",\"id\":" + id + "}");
    }

    private void evaluate(long number, String code) {
        String remaining = code;
        String value = null;
        while (!remaining.isBlank()) {
            remaining = remaining.stripLeading(); // JShell counts lines from where the code starts
            SourceCodeAnalysis.CompletionInfo info = analysis.analyzeCompletion(remaining);
            int base = code.length() - remaining.length();
            if (info.completeness() == SourceCodeAnalysis.Completeness.EMPTY)
                break;
            if (!info.completeness().isComplete()) {
                boolean open = info.completeness() == SourceCodeAnalysis.Completeness.DEFINITELY_INCOMPLETE;
                SnippetEvent event = open ? null : first(shell.eval(remaining));
                if (event != null && event.status() == Snippet.Status.REJECTED)
                    compileError(number, code, base, event.snippet());
                else
                    place(number, code, code.length(), "SyntaxError", "the code ends too early; a bracket or a quote is open");
                return;
            }
            String source = info.source();
            String rest = info.remaining();
            value = null;
            if (interrupted) {
                error("KeyboardInterrupt", "", List.of("interrupted"));
                return;
            }
            for (SnippetEvent event : shell.eval(source)) {
                if (event.causeSnippet() != null)
                    continue;
                places.put(event.snippet().id(), new int[] { (int) number, lineAt(code, base) });
                if (interrupted) {
                    error("KeyboardInterrupt", "", List.of("interrupted"));
                    return;
                }
                if (event.status() == Snippet.Status.REJECTED) {
                    compileError(number, code, base, event.snippet());
                    return;
                }
                if (event.exception() != null) {
                    exception(event.exception());
                    return;
                }
                if (isShown(event.snippet()))
                    value = event.value();
            }
            if (interrupted) {
                error("KeyboardInterrupt", "", List.of("interrupted"));
                return;
            }
            remaining = rest;
        }
        if (value != null && !value.isEmpty() && !value.equals("null"))
            send("{\"event\":\"result\",\"id\":" + currentRun + ",\"data\":{\"text/plain\":" + Json.text(value) + "}}");
    }

    private static SnippetEvent first(List<SnippetEvent> events) {
        return events.isEmpty() ? null : events.get(0);
    }

    private static boolean isShown(Snippet snippet) {
        return switch (snippet.subKind()) {
            case TEMP_VAR_EXPRESSION_SUBKIND, VAR_VALUE_SUBKIND, OTHER_EXPRESSION_SUBKIND -> true;
            default -> false;
        };
    }

    private static int lineAt(String code, int position) {
        int line = 1;
        for (int i = 0; i < position && i < code.length(); ++i)
            line += code.charAt(i) == '\n' ? 1 : 0;
        return line;
    }

    private void compileError(long number, String code, int base, Snippet snippet) {
        Diag diagnostic = shell.diagnostics(snippet).filter(Diag::isError).findFirst().orElse(null);
        if (diagnostic == null)
            error("CompileError", "the code was not accepted", List.of());
        else
            place(number, code, base + (int) Math.max(0, diagnostic.getStartPosition()), "CompileError",
                diagnostic.getMessage(Locale.ENGLISH).replaceFirst("\\s+location: class\\s*$", ""));
    }

    private void place(long number, String code, int position, String name, String message) {
        int at = Math.min(position, code.length());
        int start = code.lastIndexOf('\n', at - 1) + 1;
        int end = code.indexOf('\n', start);
        String line = code.substring(start, end < 0 ? code.length() : end);
        error(name, message, List.of("cell-" + number + ".java:" + lineAt(code, at) + ": " + message + "\n" + line + "\n"
            + " ".repeat(Math.max(0, at - start)) + "^"));
    }

    private void exception(Throwable thrown) {
        if (thrown instanceof EvalException exception) {
            String name = exception.getExceptionClassName();
            List<String> lines = new ArrayList<>();
            describe(exception, "", lines);
            error(name.substring(name.lastIndexOf('.') + 1), exception.getMessage() == null ? "" : exception.getMessage(),
                List.of(String.join("\n", lines)));
        } else if (thrown instanceof UnresolvedReferenceException exception) {
            List<String> missing = shell.unresolvedDependencies(exception.getSnippet()).toList();
            String message = exception.getSnippet().name() + " uses what is not declared yet: " + String.join(", ", missing);
            error("UnresolvedReference", message, List.of(message));
        } else {
            error(thrown.getClass().getSimpleName(), String.valueOf(thrown.getMessage()), List.of(thrown.toString()));
        }
    }

    private void describe(EvalException exception, String prefix, List<String> lines) {
        String message = exception.getMessage();
        lines.add(prefix + exception.getExceptionClassName() + (message == null ? "" : ": " + message));
        for (StackTraceElement frame : exception.getStackTrace()) {
            String file = frame.getFileName();
            boolean ours = file != null && file.startsWith("#");
            if (!ours && frame.getClassName().startsWith("REPL."))
                continue;
            if (!ours && (frame.getClassName().startsWith("jdk.jshell.") || frame.getClassName().equals("Driver")
                || frame.getClassName().startsWith("jdk.internal.reflect.") || frame.getClassName().startsWith("java.lang.reflect.")))
                break;
            int[] place = ours ? places.get(file.substring(1)) : null;
            String method = frame.getMethodName().equals("do_it$") ? "" : frame.getMethodName();
            if (place != null)
                lines.add("    at " + (method.isEmpty() ? "" : method + " ") + "cell-" + place[0] + ".java:"
                    + (place[1] + frame.getLineNumber() - 1));
            else
                lines.add("    at " + frame.getClassName() + "." + frame.getMethodName() + "(" + file + ":" + frame.getLineNumber() + ")");
        }
        if (exception.getCause() instanceof EvalException cause && lines.size() < 200)
            describe(cause, "Caused by: ", lines);
    }

    private void error(String name, String message, List<String> traceback) {
        StringBuilder lines = new StringBuilder();
        for (String line : traceback)
            lines.append(lines.isEmpty() ? "" : ",").append(Json.text(line));
        send("{\"event\":\"error\",\"id\":" + currentRun + ",\"ename\":" + Json.text(name) + ",\"evalue\":" + Json.text(message)
            + ",\"traceback\":[" + lines + "]}");
    }

    private void display(String type, Object data) {
        String text = data instanceof byte[] bytes ? Base64.getEncoder().encodeToString(bytes) : String.valueOf(data);
        System.out.flush();
        send("{\"event\":\"display\",\"id\":" + currentRun + ",\"data\":{" + Json.text(type) + ":" + Json.text(text) + "}}");
    }

    // --- questions ---

    // Only the statement the cursor is in counts.
    private String lastStatement(String text) {
        String rest = text;
        for (int i = 0; i < 10000 && !rest.isBlank(); ++i) {
            SourceCodeAnalysis.CompletionInfo info = analysis.analyzeCompletion(rest);
            if (!info.completeness().isComplete() || info.remaining().isEmpty())
                break;
            rest = info.remaining();
        }
        return rest;
    }

    private String complete(String code, long cursor) {
        int end = code.offsetByCodePoints(0, (int) cursor);
        String text = code.substring(0, end);
        String statement = lastStatement(text);
        int[] anchor = { statement.length() };
        TreeSet<String> matches = new TreeSet<>();
        for (SourceCodeAnalysis.Suggestion suggestion : analysis.completionSuggestions(statement, statement.length(), anchor))
            matches.add(suggestion.continuation());
        int start = text.length() - statement.length() + anchor[0];
        StringBuilder list = new StringBuilder();
        matches.stream().limit(LISTED).forEach(match -> list.append(list.isEmpty() ? "" : ",").append(Json.text(match)));
        return "{\"matches\":[" + list + "],\"cursor_start\":" + code.codePointCount(0, start) + ",\"cursor_end\":" + cursor + "}";
    }

    private String inspect(String code, long cursor) {
        int end = code.offsetByCodePoints(0, (int) cursor);
        while (end < code.length() && Character.isJavaIdentifierPart(code.charAt(end)))
            ++end;
        String statement = lastStatement(code.substring(0, end));
        StringBuilder text = new StringBuilder();
        // Methods are documented behind their opening bracket.
        for (String probe : new String[] { statement, statement + "(" }) {
            for (SourceCodeAnalysis.Documentation entry : analysis.documentation(probe, probe.length(), true)) {
                text.append(text.isEmpty() ? "" : "\n").append(entry.signature());
                if (entry.javadoc() != null)
                    text.append('\n').append(entry.javadoc());
            }
        }
        if (text.isEmpty())
            return "{\"found\":false,\"data\":{}}";
        return "{\"found\":true,\"data\":{\"text/plain\":" + Json.text(text.toString()) + "}}";
    }

    private String variables() {
        StringBuilder list = new StringBuilder();
        List<VarSnippet> known = shell.variables().filter(v -> !v.name().startsWith("$"))
            .sorted((a, b) -> a.name().compareTo(b.name())).toList();
        for (VarSnippet variable : known.subList(0, Math.min(LISTED, known.size()))) {
            String type = variable.typeName();
            String preview = "<" + type + ">";
            String size = SIZES.containsKey(type) ? ",\"size\":" + SIZES.get(type) : "";
            if (type.matches(PLAIN)) {
                try {
                    preview = shell.varValue(variable);
                } catch (IllegalArgumentException ignored) {
                    // Not valid any more.
                }
            }
            preview = preview.replace('\n', ' ');
            list.append(list.isEmpty() ? "" : ",").append("{\"name\":").append(Json.text(variable.name())).append(",\"type\":")
                .append(Json.text(type)).append(size).append(",\"preview\":")
                .append(Json.text(preview.length() > 200 ? preview.substring(0, 199) + "…" : preview)).append('}');
        }
        return "{\"variables\":[" + list + "]" + (known.size() > LISTED ? ",\"truncated\":true,\"total\":" + known.size() : "") + "}";
    }

    // --- messages ---

    private void answer(long id, String content) {
        send("{\"event\":\"answer\",\"id\":" + id + ",\"content\":" + content + "}");
    }

    private synchronized void send(String message) {
        try {
            replies.write((message + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException error) {
            Runtime.getRuntime().halt(1);
        }
    }

    /** The little JSON that requests are made of: an object of texts and whole numbers, without blanks. */
    private static final class Json {
        private final String text;
        private int at;

        Json(String text) {
            this.text = text;
        }

        Map<String, Object> object() {
            Map<String, Object> members = new HashMap<>();
            ++at; // {
            while (at < text.length() && text.charAt(at) != '}') {
                if (text.charAt(at) == ',')
                    ++at;
                String name = string();
                ++at; // :
                members.put(name, text.charAt(at) == '"' ? string() : number());
            }
            return members;
        }

        private Object number() {
            int start = at;
            while (",}".indexOf(text.charAt(at)) < 0)
                ++at;
            return Long.valueOf(text.substring(start, at).trim());
        }

        private String string() {
            StringBuilder value = new StringBuilder();
            ++at;
            while (text.charAt(at) != '"') {
                char c = text.charAt(at++);
                if (c != '\\') {
                    value.append(c);
                    continue;
                }
                c = text.charAt(at++);
                switch (c) {
                    case 'n' -> value.append('\n');
                    case 'r' -> value.append('\r');
                    case 't' -> value.append('\t');
                    case 'b' -> value.append('\b');
                    case 'f' -> value.append('\f');
                    case 'u' -> {
                        value.append((char) Integer.parseInt(text.substring(at, at + 4), 16));
                        at += 4;
                    }
                    default -> value.append(c);
                }
            }
            ++at;
            return value.toString();
        }

        static String text(String value) {
            StringBuilder quoted = new StringBuilder("\"");
            for (int i = 0; i < value.length(); ++i) {
                char c = value.charAt(i);
                // Half a pair of surrogates would not survive the way as UTF-8.
                boolean pair = Character.isHighSurrogate(c) && i + 1 < value.length() && Character.isLowSurrogate(value.charAt(i + 1));
                if (pair)
                    quoted.append(c).append(value.charAt(++i));
                else if (c == '"' || c == '\\')
                    quoted.append('\\').append(c);
                else if (c < 0x20 || Character.isSurrogate(c))
                    quoted.append(String.format("\\u%04x", (int) c));
                else
                    quoted.append(c);
            }
            return quoted.append('"').toString();
        }
    }
}
