// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

// Runs Go cells for the daemon (its protocol is in core/runtime/execd/drivermessage.h).
//
// Go is compiled, so each cell becomes a program of its own. What stays from cell to cell:
//   - imports, types, functions, methods and constants: they are part of every later program; one that is
//     declared again replaces the older one;
//   - variables of the top level, by value: at the end of a program they are written down, at the start of the
//     next they are read back. Numbers, texts, slices, maps, structs, pointers among them, and whatever
//     can marshal itself survive. Functions, channels, open files and running goroutines do not: a variable
//     made by := that holds such a thing is gone after its cell, and the compiler's complaint says why; one
//     declared by var gets its first value again in each cell.
//
// Statements run once, in their cell. The value of a last line that is an expression is the result.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime"
	"sort"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
	"unicode"
	"unsafe"
)

type request struct {
	Op     string  `json:"op"`
	ID     int64   `json:"id"`
	Number int64   `json:"number"`
	Code   string  `json:"code"`
	Cursor int     `json:"cursor"`
	Stdin  int     `json:"stdin"`
	Text   *string `json:"text"`
}

// A declaration of an earlier cell.
type declaration struct {
	names []string
	types []string // those without parameters
	text  string   // with a line directive, so that errors name its cell
}

type variable struct {
	Name    string   `json:"name"`
	Type    string   `json:"type"`
	Imports []string `json:"imports"`
	Preview string   `json:"preview"`
	Size    int64    `json:"size"`
	Shape   []int    `json:"shape,omitempty"`
}

type lost struct {
	Name   string `json:"name"`
	Type   string `json:"type"`
	Reason string `json:"reason"`
}

type imported struct {
	name string // as it is used: an alias, "." or "_", or the last part of the path
	path string
	text string
}

type driver struct {
	goTool, stateSource string
	folder              string
	replies             *os.File
	replyLock           sync.Mutex

	imports      []imported
	declarations []declaration
	variables    []variable
	lost         map[string]lost

	lock        sync.Mutex
	process     *os.Process  // the compiler or the program of the cell
	input       chan *string // answers for it; nil: its input has ended
	interrupted bool
}

func main() {
	// Programs are tied to the thread that starts them, and end with it.
	runtime.LockOSThread()
	d := &driver{goTool: os.Args[1], replies: os.NewFile(4, "replies"), lost: map[string]lost{}, input: make(chan *string, 1)}
	source, err := os.ReadFile(os.Args[2])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	d.stateSource = string(source)
	d.folder = os.Getenv("OSB_DIRECTORY")
	if d.folder == "" {
		d.folder, _ = os.MkdirTemp("", "go-cells-")
	}
	syscall.CloseOnExec(3)
	syscall.CloseOnExec(4)
	interrupts := make(chan os.Signal, 8)
	signal.Notify(interrupts, syscall.SIGINT)
	go func() {
		for range interrupts {
		}
	}()
	requests := make(chan request, 64)
	go d.read(requests)
	// What every cell needs is compiled ahead of the first.
	if said, err := d.build(d.program(&cell{name: "cell-0.go"}), filepath.Join(d.folder, "cell")); err != nil && err != errInterrupted {
		fmt.Fprintln(os.Stderr, said, err)
		os.Exit(1)
	}

	d.send(map[string]any{"event": "ready"})
	for r := range requests {
		switch r.Op {
		case "run":
			d.run(r)
			d.send(map[string]any{"event": "done", "id": r.ID})
		case "complete":
			d.send(map[string]any{"event": "answer", "id": r.ID, "content": d.complete(r.Code, r.Cursor)})
		case "inspect":
			d.send(map[string]any{"event": "answer", "id": r.ID, "content": d.inspect(r.Code, r.Cursor)})
		case "variables":
			d.send(map[string]any{"event": "answer", "id": r.ID, "content": d.listed()})
		default:
			d.send(map[string]any{"event": "answer", "id": r.ID, "content": map[string]any{}})
		}
	}
}

func (d *driver) read(requests chan request) {
	lines := bufio.NewReaderSize(os.NewFile(3, "requests"), 1<<16)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			break
		}
		var r request
		if json.Unmarshal(line, &r) != nil {
			continue
		}
		if r.Op == "interrupt" {
			d.interrupt()
			continue
		}
		if r.Op == "input" {
			select {
			case d.input <- r.Text:
			default:
			}
			continue
		}
		if r.Op == "run" {
			// Here and not where it starts: an interrupt may come while it waits.
			d.lock.Lock()
			d.interrupted = false
			d.lock.Unlock()
		}
		requests <- r
	}
	d.interrupt()
	os.Exit(0)
}

func (d *driver) send(message map[string]any) {
	line, err := json.Marshal(message)
	if err != nil {
		return
	}
	d.replyLock.Lock()
	defer d.replyLock.Unlock()
	if _, err := d.replies.Write(append(line, '\n')); err != nil {
		os.Exit(1)
	}
}

func (d *driver) fail(r request, name, value string, traceback ...string) {
	d.send(map[string]any{"event": "error", "id": r.ID, "ename": name, "evalue": value, "traceback": traceback})
}

func (d *driver) interrupt() {
	d.lock.Lock()
	defer d.lock.Unlock()
	d.interrupted = true
	if d.process != nil {
		pid := d.process.Pid
		syscall.Kill(-pid, syscall.SIGINT)
		// A program that takes interrupts for something else gets two seconds.
		process := d.process
		time.AfterFunc(2*time.Second, func() {
			d.lock.Lock()
			defer d.lock.Unlock()
			if d.process == process {
				syscall.Kill(-pid, syscall.SIGKILL)
			}
		})
	}
}

// --- a cell ---

type cell struct {
	name         string
	imports      []imported
	declarations []declaration
	statements   []string // with line directives
	last         string   // the expression whose value is shown
	lastPlace    string
	variables    []string // that its statements declare
}

const wrapping = "func _() {\n"

// Takes the code apart. Declarations may stand between statements; each is found by how it starts at depth 0.
func split(code, name string) (*cell, error) {
	c := &cell{name: name}
	pieces, err := topLevel(code, name)
	if err != nil {
		return nil, err
	}
	set := token.NewFileSet()
	runsMain := false
	for i, piece := range pieces {
		if piece.keyword == "package" {
			continue // A whole program from elsewhere: its package clause says nothing here.
		}
		place := fmt.Sprintf("//line %s:%d:%d\n", name, piece.line, piece.column)
		if piece.keyword == "import" || piece.keyword == "func" || piece.keyword == "type" || piece.keyword == "const" || piece.keyword == "var" {
			file, err := parser.ParseFile(set, name, "package p\n"+place+piece.text, parser.SkipObjectResolution)
			if err != nil {
				return nil, err
			}
			if piece.keyword == "import" {
				for _, spec := range file.Imports {
					c.imports = append(c.imports, importOf(spec))
				}
				continue
			}
			if main := mainOf(file); main != nil {
				// Ours is called main already; this one runs when the cell has come to its end.
				at := set.File(main.Pos()).Offset(main.Pos()) - len("package p\n"+place)
				piece.text = piece.text[:at] + mainName + piece.text[at+len(main.Name):]
				main.Name = mainName
				runsMain = true
			}
			names, types := []string{}, []string{}
			for _, d := range file.Decls {
				names = append(names, declared(d)...)
				types = append(types, plainTypes(d)...)
			}
			if piece.keyword == "var" {
				c.variables = append(c.variables, names...)
			}
			c.declarations = append(c.declarations, declaration{names, types, place + piece.text})
			continue
		}
		if i == len(pieces)-1 {
			if e, err := parser.ParseExprFrom(set, name, place+piece.text, 0); err == nil && !prints(e) {
				c.last, c.lastPlace = piece.text, place
				continue
			}
		}
		file, err := parser.ParseFile(set, name, "package p\n"+wrapping+place+piece.text+"\n}", parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		keep := "\n//line state:4\n"
		if body := file.Decls[0].(*ast.FuncDecl).Body; body != nil {
			for _, statement := range body.List {
				if assign, ok := statement.(*ast.AssignStmt); ok && assign.Tok == token.DEFINE {
					for _, left := range assign.Lhs {
						if ident, ok := left.(*ast.Ident); ok && ident.Name != "_" {
							c.variables = append(c.variables, ident.Name)
							keep += fmt.Sprintf("opensandboxKeep(%q, &%s)\n", ident.Name, ident.Name)
						}
					}
				}
			}
		}
		c.statements = append(c.statements, place+piece.text+keep)
	}
	if runsMain {
		c.statements = append(c.statements, mainName+"()\n")
	}
	return c, nil
}

const mainName = "opensandboxMain"

// More variables than anybody reads; an answer says how many there are.
const mostListed = 500

// The name of the function that a program begins with, where the file has one.
func mainOf(file *ast.File) *ast.Ident {
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.Name == "main" {
			return f.Name
		}
	}
	return nil
}

type piece struct {
	keyword      string
	text         string
	line, column int
}

// Cuts at the semicolons, written or implied, that stand outside of all brackets.
func topLevel(code, name string) ([]piece, error) {
	var pieces []piece
	set := token.NewFileSet()
	file := set.AddFile(name, -1, len(code))
	var errs scanner.ErrorList
	var s scanner.Scanner
	s.Init(file, []byte(code), func(p token.Position, m string) { errs.Add(p, m) }, 0)
	depth, start := 0, -1
	var first token.Token
	var second token.Token
	count := 0
	afterReceiver := false // func (r T) name: a method; func () {...}(): a statement
	isMethod := false
	inHeader := false // for i := 0; i < n; i++ {: these semicolons end nothing
	for {
		pos, tok, literal := s.Scan()
		offset := 0
		if pos.IsValid() {
			offset = file.Offset(pos)
		}
		if depth == 0 && ((tok == token.SEMICOLON && !(inHeader && literal == ";")) || tok == token.EOF) {
			if start >= 0 {
				end := offset
				if tok == token.EOF {
					end = len(code)
				}
				p := set.Position(file.Pos(start))
				keyword := ""
				switch first {
				case token.IMPORT, token.TYPE, token.CONST, token.VAR, token.PACKAGE:
					keyword = first.String()
				case token.FUNC:
					if second == token.IDENT || isMethod {
						keyword = "func"
					}
				}
				pieces = append(pieces, piece{keyword, strings.TrimRight(code[start:end], " \t\r\n"), p.Line, p.Column})
			}
			start, count, isMethod, afterReceiver, inHeader = -1, 0, false, false, false
			if tok == token.EOF {
				break
			}
			continue
		}
		if tok == token.EOF {
			return nil, scanner.ErrorList{{Pos: set.Position(pos), Msg: "the code ends within a bracket"}}
		}
		if start < 0 {
			start = offset
		}
		count++
		if count == 1 {
			first = tok
		} else if count == 2 {
			second = tok
		}
		if afterReceiver {
			isMethod = first == token.FUNC && tok == token.IDENT
			afterReceiver = false
			if isMethod {
				// A result type looks the same: func (a int) int {...}(1). A method's name is followed by a bracket.
				rest := strings.TrimLeft(code[offset+len(literal):], " \t")
				isMethod = strings.HasPrefix(rest, "(") || strings.HasPrefix(rest, "[")
			}
		}
		switch tok {
		case token.FOR, token.IF, token.SWITCH:
			inHeader = inHeader || depth == 0
		case token.LPAREN, token.LBRACK, token.LBRACE:
			if tok == token.LBRACE && depth == 0 {
				inHeader = false
			}
			depth++
		case token.RPAREN, token.RBRACK, token.RBRACE:
			depth--
			if depth == 0 && first == token.FUNC && second == token.LPAREN && tok == token.RPAREN && !isMethod {
				afterReceiver = true
			}
			if depth < 0 {
				return nil, scanner.ErrorList{{Pos: set.Position(pos), Msg: "unexpected " + tok.String()}}
			}
		}
	}
	if errs.Len() > 0 {
		return nil, errs
	}
	return pieces, nil
}

func importOf(spec *ast.ImportSpec) imported {
	path, _ := strconv.Unquote(spec.Path.Value)
	if spec.Name != nil {
		return imported{spec.Name.Name, path, spec.Name.Name + " " + spec.Path.Value}
	}
	name := path[strings.LastIndex(path, "/")+1:]
	if regexp.MustCompile(`^v[0-9]+$`).MatchString(name) && strings.Contains(path, "/") {
		path := path[:strings.LastIndex(path, "/")]
		name = path[strings.LastIndex(path, "/")+1:]
	}
	return imported{name, path, spec.Path.Value}
}

func declared(d ast.Decl) []string {
	var names []string
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil || len(d.Recv.List) == 0 {
			return []string{d.Name.Name}
		}
		return []string{receiver(d.Recv.List[0].Type) + "." + d.Name.Name}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				names = append(names, spec.Name.Name)
			case *ast.ValueSpec:
				for _, name := range spec.Names {
					names = append(names, name.Name)
				}
			}
		}
	}
	return names
}

func plainTypes(d ast.Decl) []string {
	var names []string
	if general, ok := d.(*ast.GenDecl); ok {
		for _, spec := range general.Specs {
			if t, ok := spec.(*ast.TypeSpec); ok && t.TypeParams == nil && !t.Assign.IsValid() && t.Name.Name != "_" {
				names = append(names, t.Name.Name)
			}
		}
	}
	return names
}

// fmt.Println("...") at the end of a cell is no expression whose value anyone wants to see.
func prints(e ast.Expr) bool {
	call, ok := e.(*ast.CallExpr)
	if !ok {
		return false
	}
	selector, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	from, ok := selector.X.(*ast.Ident)
	return ok && from.Name == "fmt" && (strings.HasPrefix(selector.Sel.Name, "Print") || strings.HasPrefix(selector.Sel.Name, "Fprint"))
}

func receiver(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.ParenExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.IndexListExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}

// --- the program ---

// The text of the program: what stays of earlier cells, then the cell itself.
func (d *driver) program(c *cell) string {
	replaced := map[string]bool{}
	for _, declaration := range c.declarations {
		for _, name := range declaration.names {
			replaced[name] = true
		}
	}
	var body, types, keep, run strings.Builder
	add := func(declarations []declaration, all bool) {
		for _, declaration := range declarations {
			if all || !overlaps(declaration.names, replaced) {
				body.WriteString(declaration.text + "\n")
				for _, name := range declaration.types {
					fmt.Fprintf(&types, "var _ = opensandboxType[%s]()\n", name)
				}
			}
		}
	}
	add(d.declarations, false)
	add(c.declarations, true)
	imports := append([]imported{}, d.imports...)
	for _, new := range c.imports {
		imports = withImport(imports, new)
	}
	for _, v := range d.variables {
		if replaced[v.Name] {
			continue
		}
		fmt.Fprintf(&body, "//line state.%s:1\nvar %s %s = opensandboxGet[%s](%q)\n", v.Name, v.Name, v.Type, v.Type, v.Name)
		fmt.Fprintf(&keep, "\topensandboxKeep(%q, &%s)\n", v.Name, v.Name)
		for _, path := range v.Imports {
			imports = withImport(imports, imported{path[strings.LastIndex(path, "/")+1:], path, strconv.Quote(path)})
		}
	}
	for _, declaration := range c.declarations {
		for _, name := range declaration.names {
			if c.isVariable(name) {
				fmt.Fprintf(&keep, "\topensandboxKeep(%q, &%s)\n", name, name)
			}
		}
	}
	for _, statement := range c.statements {
		run.WriteString(statement + "\n")
	}
	if c.last != "" {
		run.WriteString("\topensandboxShow(\n" + c.lastPlace + c.last + ",\n//line state:3\n)\n")
	}
	text := body.String() + "//line state:1\n" + types.String() + "func main() {\n//line state:2\n\topensandboxStart()\n" + keep.String() +
		"\tfunc() {\n\tdefer opensandboxPanicked()\n" + run.String() + "//line state:5\n\topensandboxOver = true\n\t}()\n\topensandboxDone()\n}\n"

	var head strings.Builder
	head.WriteString("package main\n")
	used := selectors(text)
	for _, i := range imports {
		if i.name == "_" || i.name == "." || used[i.name] {
			head.WriteString("import " + i.text + "\n")
		}
	}
	return head.String() + text
}

func (c *cell) isVariable(name string) bool {
	for _, variable := range c.variables {
		if variable == name && name != "_" {
			return true
		}
	}
	return false
}

func overlaps(names []string, set map[string]bool) bool {
	for _, name := range names {
		// A type that is declared anew takes its methods along.
		if set[name] || (strings.Contains(name, ".") && set[name[:strings.Index(name, ".")]]) {
			return true
		}
	}
	return false
}

func withImport(imports []imported, new imported) []imported {
	for i, old := range imports {
		if old.name == new.name && new.name != "_" && new.name != "." {
			result := append([]imported{}, imports...)
			result[i] = new
			return result
		}
		if old == new {
			return imports
		}
	}
	return append(imports, new)
}

// The names that are followed by a dot: a package that is not used must not be imported.
func selectors(text string) map[string]bool {
	used := map[string]bool{}
	set := token.NewFileSet()
	file := set.AddFile("", -1, len(text))
	var s scanner.Scanner
	s.Init(file, []byte(text), nil, 0)
	name := ""
	for {
		_, tok, literal := s.Scan()
		if tok == token.EOF {
			return used
		}
		if tok == token.PERIOD && name != "" {
			used[name] = true
		}
		name = ""
		if tok == token.IDENT {
			name = literal
		}
	}
}

var errInterrupted = errors.New("interrupted")

func (d *driver) start(command *exec.Cmd, started func()) error {
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	d.lock.Lock()
	if d.interrupted {
		d.lock.Unlock()
		return errInterrupted
	}
	err := command.Start()
	if err == nil {
		d.process = command.Process
	}
	d.lock.Unlock()
	if err != nil {
		return err
	}
	started()
	err = command.Wait()
	d.lock.Lock()
	d.process = nil
	if d.interrupted {
		err = errInterrupted
	}
	d.lock.Unlock()
	return err
}

// Gives what the compiler says.
func (d *driver) build(program, output string) (string, error) {
	folder := filepath.Join(d.folder, "program")
	os.MkdirAll(folder, 0o700)
	os.WriteFile(filepath.Join(folder, "main.go"), []byte(program), 0o600)
	os.WriteFile(filepath.Join(folder, "state.go"), []byte(d.stateSource), 0o600)
	arguments := []string{"build", "-ldflags=-s -w", "-o", output}
	directory, _ := os.Getwd()
	inModule := false
	for at := directory; ; at = filepath.Dir(at) {
		if _, err := os.Stat(filepath.Join(at, "go.mod")); err == nil {
			inModule = true
			break
		}
		if at == filepath.Dir(at) {
			break
		}
	}
	command := exec.Command(d.goTool, append(arguments, filepath.Join(folder, "main.go"), filepath.Join(folder, "state.go"))...)
	command.Dir = directory
	command.Env = append(os.Environ(), "GOTOOLCHAIN=local", "GOTELEMETRY=off")
	if !inModule {
		command.Env = append(command.Env, "GO111MODULE=off")
	}
	var said bytes.Buffer
	command.Stdout, command.Stderr = &said, &said
	err := d.start(command, func() {})
	return said.String(), err
}

func (d *driver) run(r request) {
	name := fmt.Sprintf("cell-%d.go", r.Number)
	c, err := split(r.Code, name)
	if err != nil {
		d.syntax(r, name, err)
		return
	}
	output := filepath.Join(d.folder, "cell")
	said, err := d.build(d.program(c), output)
	// Variables that cannot be declared again, because their type is gone or hidden in a function.
	for err != nil && err != errInterrupted && d.drop(said) {
		said, err = d.build(d.program(c), output)
	}
	// A call that gives no value is a statement, which only the compiler knows.
	if err != nil && err != errInterrupted && c.last != "" && (strings.Contains(said, "used as value") || strings.Contains(said, "(no value)") || strings.Contains(said, "is not an expression")) {
		c.statements, c.last = append(c.statements, c.lastPlace+c.last), ""
		said, err = d.build(d.program(c), output)
	}
	if err == errInterrupted {
		d.fail(r, "KeyboardInterrupt", "", "interrupted")
		return
	}
	if err != nil {
		d.compile(r, name, said, err)
		return
	}
	state := filepath.Join(d.folder, "state")
	next := filepath.Join(d.folder, "next")
	os.Remove(next)
	resultRead, resultWrite, err := os.Pipe()
	if err != nil {
		d.fail(r, "KernelError", err.Error())
		return
	}
	command := exec.Command(output)
	command.Stdout, command.Stderr = os.Stdout, os.Stderr
	command.ExtraFiles = []*os.File{resultWrite}
	command.Env = append(os.Environ(), "OSB_GO_STATE="+state, "OSB_GO_NEXT="+next)
	received := make(chan bool)
	failed := false
	go func() {
		lines := bufio.NewReaderSize(resultRead, 1<<16)
		for {
			line, err := lines.ReadBytes('\n')
			if err != nil {
				break
			}
			var message map[string]any
			if json.Unmarshal(line, &message) != nil {
				continue
			}
			if message["event"] == "error" {
				failed = true
				if trace, ok := message["trace"].(string); ok {
					delete(message, "trace")
					message["traceback"] = []string{fmt.Sprint("panic: ", message["evalue"], "\n", frames(trace))}
				}
			}
			message["id"] = r.ID
			d.send(message)
		}
		close(received)
	}()
	err = d.start(command, d.feed(r, command))
	resultWrite.Close()
	select {
	case <-received:
	case <-time.After(time.Second):
	}
	resultRead.Close()
	if d.take(next, state) {
		d.accept(c)
	}
	if err == errInterrupted {
		d.fail(r, "KeyboardInterrupt", "", "interrupted")
	} else if err != nil && !failed {
		var exit *exec.ExitError
		if errors.As(err, &exit) && exit.ExitCode() >= 0 {
			d.fail(r, "ExitError", strconv.Itoa(exit.ExitCode()), "exit status "+strconv.Itoa(exit.ExitCode()))
		} else {
			d.fail(r, "ExitError", err.Error(), err.Error())
		}
	}
}

// Gives the program its input, a line at a time. Go does not say when a program reads, but the kernel does: a thread
// of it stands in read(2) of descriptor 0. What is given back begins to look when the program has started.
func (d *driver) feed(r request, command *exec.Cmd) func() {
	if r.Stdin == 0 {
		return func() {}
	}
	read, write, err := os.Pipe()
	if err != nil {
		return func() {}
	}
	command.Stdin = read
	return func() {
		read.Close()
		go func() {
			defer write.Close()
			waiting := false
			for {
				select {
				case line := <-d.input:
					if line == nil {
						return
					}
					if waiting {
						write.WriteString(*line + "\n")
					}
					waiting = false
				case <-time.After(50 * time.Millisecond):
					// Process ids are used again, but not while this one has not been waited for.
					d.lock.Lock()
					over := d.process != command.Process
					reads, known := false, true
					if !over && !waiting && isEmpty(write) {
						reads, known = readsInput(command.Process.Pid)
					}
					d.lock.Unlock()
					if over || !known {
						return
					}
					if reads {
						waiting = true
						d.send(map[string]any{"event": "input", "id": r.ID, "text": ""})
					}
				}
			}
		}()
	}
}

func isEmpty(pipe *os.File) bool {
	var waiting int32
	_, _, err := syscall.Syscall(syscall.SYS_IOCTL, pipe.Fd(), 0x541b /* FIONREAD */, uintptr(unsafe.Pointer(&waiting)))
	return err == 0 && waiting == 0
}

// Not known where the machine keeps processes from looking at each other.
func readsInput(pid int) (reads, known bool) {
	calls, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/syscall", pid))
	prefix := fmt.Sprintf("%d 0x0 ", syscall.SYS_READ)
	for _, call := range calls {
		text, err := os.ReadFile(call)
		if errors.Is(err, os.ErrPermission) {
			return false, false
		}
		if strings.HasPrefix(string(text), prefix) {
			return true, true
		}
	}
	return false, true
}

var undeclarable = regexp.MustCompile(`(?m)^(?:.*/)?state\.(\w+):\d+(?::\d+)?: (.*)`)

func (d *driver) drop(said string) bool {
	dropped := false
	for _, match := range undeclarable.FindAllStringSubmatch(said, -1) {
		for i, v := range d.variables {
			if v.Name == match[1] {
				d.variables = append(d.variables[:i:i], d.variables[i+1:]...)
				d.lost[v.Name] = lost{v.Name, v.Type, "it does not stay: " + match[2]}
				dropped = true
				break
			}
		}
	}
	return dropped
}

// What a program has written down becomes the state.
func (d *driver) take(next, state string) bool {
	text, err := os.ReadFile(next + ".json")
	if err != nil {
		return false
	}
	defer os.Remove(next + ".json")
	var written struct {
		Variables []variable `json:"variables"`
		Lost      []lost     `json:"lost"`
	}
	if json.Unmarshal(text, &written) != nil || os.Rename(next, state) != nil {
		return false
	}
	d.variables = written.Variables
	for _, v := range d.variables {
		delete(d.lost, v.Name)
	}
	for _, l := range written.Lost {
		d.lost[l.Name] = l
	}
	return true
}

// The declarations of a cell that ran belong to all later ones; its variables are in the state.
func (d *driver) accept(c *cell) {
	replaced := map[string]bool{}
	for _, new := range c.declarations {
		for _, name := range new.names {
			replaced[name] = true
		}
	}
	var stay []declaration
	for _, old := range d.declarations {
		if !overlaps(old.names, replaced) {
			stay = append(stay, old)
		}
	}
	for _, new := range c.declarations {
		kept := len(new.names) > 0
		for _, name := range new.names {
			// One that does not stay is made anew in each program, as functions may need it.
			_, isLost := d.lost[name]
			kept = kept && c.isVariable(name) && !isLost
		}
		if !kept {
			stay = append(stay, new)
		}
	}
	d.declarations = stay
	for _, new := range c.imports {
		d.imports = withImport(d.imports, new)
	}
}

// --- what went wrong ---

func (d *driver) syntax(r request, name string, err error) {
	var list scanner.ErrorList
	if errors.As(err, &list) && len(list) > 0 {
		first := list[0]
		place := fmt.Sprintf("%s:%d:%d", name, first.Pos.Line, first.Pos.Column)
		d.fail(r, "SyntaxError", first.Msg, place+": "+first.Msg+excerpt(r.Code, first.Pos.Line, first.Pos.Column))
		return
	}
	d.fail(r, "SyntaxError", err.Error(), err.Error())
}

func excerpt(code string, line, column int) string {
	lines := strings.Split(code, "\n")
	if line < 1 || line > len(lines) {
		return ""
	}
	text := strings.ReplaceAll(lines[line-1], "\t", " ")
	if column < 1 || column > len(text)+1 {
		column = 1
	}
	return "\n" + text + "\n" + strings.Repeat(" ", column-1) + "^"
}

var complaint = regexp.MustCompile(`(?m)^(?:.*/)?(cell-\d+\.go|state):(\d+)(?::(\d+))?: (.*(?:\n\t.*)*)`)

func (d *driver) compile(r request, name, said string, err error) {
	found := complaint.FindAllStringSubmatch(said, 10)
	if len(found) == 0 {
		d.fail(r, "CompileError", strings.TrimSpace(said), strings.TrimSpace(said+"\n"+err.Error()))
		return
	}
	var lines []string
	first := ""
	for _, match := range found {
		message := match[4]
		if undefined := strings.TrimPrefix(message, "undefined: "); undefined != message {
			if l, ok := d.lost[undefined]; ok {
				message += fmt.Sprintf(" (it was a %s; %s)", l.Type, l.Reason)
			}
		}
		if first == "" {
			first = message
		}
		line, _ := strconv.Atoi(match[2])
		column, _ := strconv.Atoi(match[3])
		text := match[1] + ":" + match[2] + ": " + message
		if match[1] == name {
			text += excerpt(r.Code, line, column)
		}
		lines = append(lines, text)
	}
	d.fail(r, "CompileError", first, strings.Join(lines, "\n"))
}

var frame = regexp.MustCompile(`(?m)^(main\.[^\n]*)\n\t(?:[^\n]*/)?(cell-\d+\.go:\d+)[^\n]*`)

// The part of a stack that is the user's.
func frames(trace string) string {
	var lines []string
	for _, match := range frame.FindAllStringSubmatch(trace, 50) {
		function := strings.TrimPrefix(match[1], "main.")
		if strings.HasPrefix(function, "main.func1(") {
			lines = append(lines, "    at "+match[2])
		} else {
			lines = append(lines, "    at "+function[:strings.LastIndex(function, "(")]+" "+match[2])
		}
	}
	return strings.Join(lines, "\n")
}

// --- questions ---

var keywords = strings.Fields("break case chan const continue default defer else fallthrough for func go goto if import interface " +
	"map package range return select struct switch type var any bool byte complex128 error false float32 float64 int int8 int16 int32 " +
	"int64 iota nil rune string true uint uint8 uint16 uint32 uint64 uintptr append cap clear close complex copy delete imag len make " +
	"max min new panic print println real recover DisplayHTML DisplayJPEG DisplayMarkdown DisplayPNG DisplaySVG")

// The word that ends at the cursor, and the one before its dot.
func wordAt(code []rune, cursor int) (owner, word string) {
	isWord := func(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }
	start := cursor
	for start > 0 && isWord(code[start-1]) {
		start--
	}
	word = string(code[start:cursor])
	if start > 0 && code[start-1] == '.' {
		end := start - 1
		for start = end; start > 0 && isWord(code[start-1]); {
			start--
		}
		owner = string(code[start:end])
	}
	return owner, word
}

func (d *driver) complete(code string, cursor int) map[string]any {
	runes := []rune(code)
	cursor = max(0, min(cursor, len(runes)))
	owner, word := wordAt(runes, cursor)
	names := map[string]bool{}
	if owner != "" {
		for name := range d.members(owner) {
			names[name] = true
		}
	} else {
		for _, name := range keywords {
			names[name] = true
		}
		for _, v := range d.variables {
			names[v.Name] = true
		}
		for _, declaration := range d.declarations {
			for _, name := range declaration.names {
				names[name] = true
			}
		}
		for _, i := range d.imports {
			names[i.name] = true
		}
	}
	matches := []string{}
	for name := range names {
		if strings.HasPrefix(name, word) && name != "_" && name != "." && !strings.Contains(name, ".") {
			matches = append(matches, name)
		}
	}
	sort.Strings(matches)
	if len(matches) > 500 {
		matches = matches[:500]
	}
	return map[string]any{"matches": matches, "cursor_start": cursor - len([]rune(word)), "cursor_end": cursor}
}

var documented = regexp.MustCompile(`(?m)^\s*(?:func|type|const|var) (\w+).*`)

// What a package exports, or the methods of a variable's type, with a line about each.
func (d *driver) members(owner string) map[string]string {
	members := map[string]string{}
	for _, i := range d.imports {
		if i.name != owner {
			continue
		}
		for _, match := range documented.FindAllStringSubmatch(d.documentation("-short", i.path), -1) {
			members[match[1]] = strings.TrimSpace(match[0])
		}
	}
	for _, v := range d.variables {
		if v.Name != owner {
			continue
		}
		for _, declaration := range d.declarations {
			for _, name := range declaration.names {
				if method, found := strings.CutPrefix(name, strings.TrimPrefix(v.Type, "*")+"."); found {
					members[method] = sourceOf(declaration)
				}
			}
		}
	}
	return members
}

func sourceOf(declaration declaration) string {
	_, text, _ := strings.Cut(declaration.text, "\n") // its line directive
	return text
}

// What `go doc` says, at most for three seconds.
func (d *driver) documentation(arguments ...string) string {
	command := exec.Command(d.goTool, append([]string{"doc"}, arguments...)...)
	command.Env = append(os.Environ(), "GOTOOLCHAIN=local", "GOTELEMETRY=off")
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	var said bytes.Buffer
	command.Stdout = &said
	if command.Start() != nil {
		return ""
	}
	tooLong := time.AfterFunc(3*time.Second, func() { syscall.Kill(-command.Process.Pid, syscall.SIGKILL) })
	defer tooLong.Stop()
	if command.Wait() != nil {
		return ""
	}
	return said.String()
}

func (d *driver) inspect(code string, cursor int) map[string]any {
	runes := []rune(code)
	cursor = max(0, min(cursor, len(runes)))
	for cursor < len(runes) && (runes[cursor] == '_' || unicode.IsLetter(runes[cursor]) || unicode.IsDigit(runes[cursor])) {
		cursor++
	}
	owner, word := wordAt(runes, cursor)
	text := ""
	if owner != "" {
		for _, i := range d.imports {
			if i.name == owner {
				text = d.documentation(i.path + "." + word)
			}
		}
		if text == "" {
			text = d.members(owner)[word]
		}
	} else {
		for _, v := range d.variables {
			if v.Name == word {
				text = "var " + v.Name + " " + v.Type + " = " + v.Preview
			}
		}
		for _, declaration := range d.declarations {
			for _, name := range declaration.names {
				if name == word && text == "" {
					text = sourceOf(declaration)
				}
			}
		}
		for _, i := range d.imports {
			if i.name == word && text == "" {
				text = d.documentation("-short", i.path)
			}
		}
	}
	if text == "" {
		return map[string]any{"found": false, "data": map[string]any{}}
	}
	return map[string]any{"found": true, "data": map[string]any{"text/plain": text}}
}

func (d *driver) listed() map[string]any {
	list := []map[string]any{}
	sort.Slice(d.variables, func(i, j int) bool { return d.variables[i].Name < d.variables[j].Name })
	for _, v := range d.variables[:min(mostListed, len(d.variables))] {
		entry := map[string]any{"name": v.Name, "type": v.Type, "preview": v.Preview}
		if v.Size > 0 {
			entry["size"] = v.Size
		}
		if len(v.Shape) > 0 {
			entry["shape"] = v.Shape
		}
		list = append(list, entry)
	}
	answer := map[string]any{"variables": list}
	if len(list) < len(d.variables) {
		answer["truncated"] = true
		answer["total"] = len(d.variables)
	}
	return answer
}
