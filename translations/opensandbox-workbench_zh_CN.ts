<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Actions</name>
    <message>
        <source>Open a notebook first.</source>
        <translation>请先打开一个笔记本。</translation>
    </message>
    <message>
        <source>Select a sandbox first.</source>
        <translation>请先选择一个沙箱。</translation>
    </message>
    <message>
        <source>&amp;New notebook</source>
        <translation>新建笔记本(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Open file…</source>
        <translation>打开文件(&amp;O)…</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation>另存为(&amp;A)…</translation>
    </message>
    <message>
        <source>&amp;Close tab</source>
        <translation>关闭标签页(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>Cu&amp;t</source>
        <translation>剪切(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>粘贴(&amp;P)</translation>
    </message>
    <message>
        <source>Select &amp;all</source>
        <translation>全选(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Search or run a command</source>
        <translation>搜索或运行命令(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Go to file…</source>
        <translation>转到文件(&amp;G)…</translation>
    </message>
    <message>
        <source>Layout: &amp;Operate</source>
        <translation>布局：管理(&amp;O)</translation>
    </message>
    <message>
        <source>A wide table of sandboxes.</source>
        <translation>一个宽的沙箱表格。</translation>
    </message>
    <message>
        <source>Layout: &amp;Code</source>
        <translation>布局：编码(&amp;C)</translation>
    </message>
    <message>
        <source>The notebook with everything around it.</source>
        <translation>笔记本及其周围的一切。</translation>
    </message>
    <message>
        <source>Layout: &amp;Watch</source>
        <translation>布局：监视(&amp;W)</translation>
    </message>
    <message>
        <source>Charts of CPU and memory.</source>
        <translation>CPU 和内存图表。</translation>
    </message>
    <message>
        <source>&amp;Left dock</source>
        <translation>左侧面板(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Bottom dock</source>
        <translation>底部面板(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Right dock</source>
        <translation>右侧面板(&amp;R)</translation>
    </message>
    <message>
        <source>Larger &amp;text</source>
        <translation>放大文字(&amp;T)</translation>
    </message>
    <message>
        <source>S&amp;maller text</source>
        <translation>缩小文字(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Usual text size</source>
        <translation>恢复文字大小(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Full screen</source>
        <translation>全屏(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;New sandbox…</source>
        <translation>新建沙箱(&amp;N)…</translation>
    </message>
    <message>
        <source>New note&amp;book here</source>
        <translation>在此新建笔记本(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Details</source>
        <translation>详情(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Files</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Metrics</source>
        <translation>指标(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>暂停(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Resume</source>
        <translation>恢复(&amp;R)</translation>
    </message>
    <message>
        <source>Rene&amp;w…</source>
        <translation>续期(&amp;W)…</translation>
    </message>
    <message>
        <source>&amp;Copy ID</source>
        <translation>复制 ID(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Add connection…</source>
        <translation>添加连接(&amp;A)…</translation>
    </message>
    <message>
        <source>Process &amp;isolation</source>
        <translation>进程隔离(&amp;I)</translation>
    </message>
    <message>
        <source>What is and is not enforced on this computer.</source>
        <translation>本机上哪些隔离会强制执行，哪些不会。</translation>
    </message>
    <message>
        <source>&amp;Kill…</source>
        <translation>终止(&amp;K)…</translation>
    </message>
    <message>
        <source>&amp;Run cell</source>
        <translation>运行单元格(&amp;R)</translation>
    </message>
    <message>
        <source>Run and a&amp;dvance</source>
        <translation>运行并前进(&amp;D)</translation>
    </message>
    <message>
        <source>Run &amp;all</source>
        <translation>全部运行(&amp;A)</translation>
    </message>
    <message>
        <source>Run all a&amp;bove</source>
        <translation>运行上方全部(&amp;B)</translation>
    </message>
    <message>
        <source>Run from here &amp;on</source>
        <translation>从此处起运行(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Interrupt</source>
        <translation>中断(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Restart context</source>
        <translation>重启上下文(&amp;R)</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>&amp;Preferences…</source>
        <translation>首选项(&amp;P)…</translation>
    </message>
    <message>
        <source>&amp;Next tab</source>
        <translation>下一个标签页(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Previous tab</source>
        <translation>上一个标签页(&amp;P)</translation>
    </message>
    <message>
        <source>Close &amp;other tabs</source>
        <translation>关闭其他标签页(&amp;O)</translation>
    </message>
    <message>
        <source>Next part of the &amp;window</source>
        <translation>窗口的下一部分(&amp;W)</translation>
    </message>
    <message>
        <source>Previous part of the w&amp;indow</source>
        <translation>窗口的上一部分(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Start page</source>
        <translation>起始页(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Welcome notebook</source>
        <translation>欢迎笔记本(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>键盘快捷键(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;About OpenSandbox Workbench</source>
        <translation>关于 OpenSandbox Workbench(&amp;A)</translation>
    </message>
    <message>
        <source>R&amp;eopen closed tab</source>
        <translation>重新打开已关闭的标签页(&amp;E)</translation>
    </message>
    <message>
        <source>Reset la&amp;yout</source>
        <translation>重置布局(&amp;Y)</translation>
    </message>
    <message>
        <source>Run and i&amp;nsert below</source>
        <translation>运行并在下方插入(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Sandbox</source>
        <translation>沙箱(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>运行(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Context</source>
        <translation>上下文(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Tools</source>
        <translation>工具(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Window</source>
        <translation>窗口(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Edit connection…</source>
        <translation>编辑连接(&amp;E)…</translation>
    </message>
    <message>
        <source>Split &amp;right</source>
        <translation>向右拆分(&amp;R)</translation>
    </message>
    <message>
        <source>Puts this tab beside the others.</source>
        <translation>将此标签页放到其他标签页旁边。</translation>
    </message>
    <message>
        <source>Split &amp;down</source>
        <translation>向下拆分(&amp;D)</translation>
    </message>
    <message>
        <source>Puts this tab below the others.</source>
        <translation>将此标签页放到其他标签页下方。</translation>
    </message>
    <message>
        <source>&amp;Move tab to the other side</source>
        <translation>将标签页移到另一侧(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Go to the other side</source>
        <translation>转到另一侧(&amp;G)</translation>
    </message>
    <message>
        <source>Ex&amp;port</source>
        <translation>导出(&amp;P)</translation>
    </message>
    <message>
        <source>Ce&amp;lls</source>
        <translation>单元格(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Kind of the cells</source>
        <translation>单元格类型(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Output</source>
        <translation>输出(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Panes</source>
        <translation>窗格(&amp;P)</translation>
    </message>
    <message>
        <source>C&amp;ells</source>
        <translation>单元格(&amp;E)</translation>
    </message>
    <message>
        <source>Close all &amp;tabs of this side</source>
        <translation>关闭此侧的所有标签页(&amp;T)</translation>
    </message>
    <message>
        <source>L&amp;ines</source>
        <translation>行(&amp;I)</translation>
    </message>
</context>
<context>
    <name>ActivityModel</name>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>%1 UTC</source>
        <translation>%1 UTC</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>方法</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>路径</translation>
    </message>
    <message>
        <source>Sandbox</source>
        <translation>沙箱</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Request ID</source>
        <translation>请求 ID</translation>
    </message>
</context>
<context>
    <name>ActivityPane</name>
    <message>
        <source>Filter: path, method, status</source>
        <translation>筛选：路径、方法、状态</translation>
    </message>
    <message>
        <source>No calls yet.</source>
        <translation>还没有调用。</translation>
    </message>
    <message>
        <source>Each call to a server appears here with its answer.</source>
        <translation>每次服务器调用及其应答都会显示在这里。</translation>
    </message>
    <message>
        <source>Activity</source>
        <translation>活动</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Copy as curl</source>
        <translation>复制为 curl</translation>
    </message>
    <message>
        <source>Copy request ID</source>
        <translation>复制请求 ID</translation>
    </message>
    <message>
        <source>Copy path</source>
        <translation>复制路径</translation>
    </message>
    <message>
        <source>Copy error</source>
        <translation>复制错误</translation>
    </message>
    <message>
        <source>Clear list</source>
        <translation>清空列表</translation>
    </message>
</context>
<context>
    <name>Application</name>
    <message>
        <source>Activity</source>
        <translation>活动</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>No tab was closed.</source>
        <translation>没有关闭过标签页。</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>起始页</translation>
    </message>
    <message>
        <source>About OpenSandbox Workbench</source>
        <translation>关于 OpenSandbox Workbench</translation>
    </message>
    <message>
        <source>OpenSandbox Workbench %1</source>
        <translation>OpenSandbox Workbench %1</translation>
    </message>
    <message>
        <source>The program is free software under the GPL, version 3 or later; its SDK and local runtime under Apache 2.0.

Icons: Lucide, ISC and MIT. Text: Inter and JetBrains Mono, OFL.</source>
        <translation>本程序是自由软件，采用 GPL 第 3 版或更新版本；其 SDK 和本地运行时采用 Apache 2.0。

图标：Lucide，ISC 和 MIT。字体：Inter 和 JetBrains Mono，OFL。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Open file</source>
        <translation>打开文件</translation>
    </message>
    <message>
        <source>Notebooks (*.ipynb);;All files (*)</source>
        <translation>笔记本 (*.ipynb);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Found: %1, with a key</source>
        <translation>找到：%1，含密钥</translation>
    </message>
    <message>
        <source>Found: %1, without a key</source>
        <translation>找到：%1，无密钥</translation>
    </message>
    <message>
        <source>There is no connection &apos;%1&apos;. Known connections: %2. Add it with Sandbox ▸ Add connection.</source>
        <translation>没有名为“%1”的连接。已知的连接：%2。可用“沙箱 ▸ 添加连接”添加。</translation>
    </message>
    <message>
        <source>The workbench stopped while it opened the notebooks of last time, so they were not opened again.</source>
        <translation>上次打开这些笔记本时工作台停止了响应，因此没有再次打开它们。</translation>
    </message>
    <message>
        <source>Open them</source>
        <translation>打开</translation>
    </message>
</context>
<context>
    <name>Banner</name>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>还有 %n 条</numerusform>
        </translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>BinView</name>
    <message>
        <source>Deleted cells</source>
        <translation>已删除的单元格</translation>
    </message>
    <message>
        <source>Text of the cell</source>
        <translation>单元格文本</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Cells are kept here until the notebook is closed.</source>
        <translation>单元格保留在这里，直到笔记本关闭。</translation>
    </message>
    <message>
        <source>(no text)</source>
        <translation>（无文本）</translation>
    </message>
    <message>
        <source>Nothing was deleted.</source>
        <translation>没有删除任何内容。</translation>
    </message>
</context>
<context>
    <name>BrokenFile</name>
    <message>
        <source>%1 could not be opened</source>
        <translation>无法打开 %1</translation>
    </message>
    <message>
        <source>Line %L1, column %L2: %3</source>
        <translation>第 %L1 行第 %L2 列：%3</translation>
    </message>
    <message>
        <source>The file was not changed.</source>
        <translation>文件未被更改。</translation>
    </message>
    <message>
        <source>Open as text</source>
        <translation>以文本打开</translation>
    </message>
    <message>
        <source>Open another…</source>
        <translation>打开其他文件…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>CellCanvas</name>
    <message>
        <source>Notebook cells</source>
        <translation>笔记本单元格</translation>
    </message>
    <message>
        <source>Empty text cell. Press Enter to write.</source>
        <translation>空文本单元格。按回车开始书写。</translation>
    </message>
    <message>
        <source>Raw text</source>
        <translation>原始文本</translation>
    </message>
    <message>
        <source>Output hidden</source>
        <translation>输出已隐藏</translation>
    </message>
    <message>
        <source>%1, no sandbox yet. Click to choose where it runs.</source>
        <translation>%1，尚无沙箱。点击选择运行位置。</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%2 中的 %1</translation>
    </message>
    <message>
        <source>Context %1</source>
        <translation>上下文 %1</translation>
    </message>
    <message>
        <source>Image %1</source>
        <translation>镜像 %1</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>代码</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Error output</source>
        <translation>错误输出</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Error, %1: %2</source>
        <translation>错误，%1：%2</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>Picture, %1</source>
        <translation>图片，%1</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Output of the unknown kind %1</source>
        <translation>未知类型 %1 的输出</translation>
    </message>
    <message numerus="yes">
        <source>%Ln cell(s)</source>
        <translation>
            <numerusform>%Ln 个单元格</numerusform>
        </translation>
    </message>
    <message>
        <source>Fold all sections</source>
        <translation>折叠所有章节</translation>
    </message>
    <message>
        <source>Open all sections</source>
        <translation>展开所有章节</translation>
    </message>
    <message numerus="yes">
        <source>%n cell(s) hidden</source>
        <translation>
            <numerusform>%n 个单元格已隐藏</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Code hidden, %Ln line(s)</source>
        <translation>
            <numerusform>代码已隐藏，%Ln 行</numerusform>
        </translation>
    </message>
    <message>
        <source>Its variables are shared with %1.</source>
        <translation>其变量与 %1 共享。</translation>
    </message>
    <message>
        <source>Output hidden · %1</source>
        <translation>输出已隐藏 · %1</translation>
    </message>
</context>
<context>
    <name>CellStatus</name>
    <message>
        <source>Queued, next</source>
        <translation>排队，下一个</translation>
    </message>
    <message>
        <source>Queued, 2nd</source>
        <translation>排队，第 2</translation>
    </message>
    <message>
        <source>Queued, 3rd</source>
        <translation>排队，第 3</translation>
    </message>
    <message>
        <source>Queued, %1th</source>
        <translation>排队，第 %1</translation>
    </message>
    <message>
        <source> s</source>
        <translation> 秒</translation>
    </message>
    <message>
        <source>%1 seconds</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 minutes %2 seconds</source>
        <translation>%1 分 %2 秒</translation>
    </message>
    <message>
        <source>Not run</source>
        <translation>未运行</translation>
    </message>
    <message>
        <source>Interrupt requested</source>
        <translation>已请求中断</translation>
    </message>
    <message>
        <source>last run %1</source>
        <translation>上次 %1</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Interrupted</source>
        <translation>已中断</translation>
    </message>
    <message>
        <source>Result unknown</source>
        <translation>结果未知</translation>
    </message>
    <message>
        <source>after %1</source>
        <translation>%1 后</translation>
    </message>
    <message>
        <source>Context lost</source>
        <translation>上下文丢失</translation>
    </message>
    <message>
        <source>Edited since run</source>
        <translation>运行后已编辑</translation>
    </message>
    <message>
        <source>Cell %1</source>
        <translation>单元格 %1</translation>
    </message>
    <message>
        <source>text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>raw text</source>
        <translation>原始文本</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%2 中的 %1</translation>
    </message>
    <message>
        <source>not run</source>
        <translation>未运行</translation>
    </message>
    <message>
        <source>queued</source>
        <translation>排队</translation>
    </message>
    <message>
        <source>running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation>已中断</translation>
    </message>
    <message>
        <source>result unknown</source>
        <translation>结果未知</translation>
    </message>
    <message>
        <source>context lost</source>
        <translation>上下文丢失</translation>
    </message>
    <message>
        <source>edited since run</source>
        <translation>运行后已编辑</translation>
    </message>
    <message>
        <source>In the background</source>
        <translation>在后台</translation>
    </message>
    <message>
        <source>Not run here</source>
        <translation>未在此运行</translation>
    </message>
    <message>
        <source>No sandbox</source>
        <translation>没有沙箱</translation>
    </message>
    <message>
        <source>About %1 left</source>
        <translation>约剩 %1</translation>
    </message>
    <message>
        <source>Longer than usual (%1)</source>
        <translation>比平时久（%1）</translation>
    </message>
    <message>
        <source>Last runs: %1</source>
        <translation>最近几次：%1</translation>
    </message>
    <message>
        <source>No output for %1</source>
        <translation>%1 没有输出</translation>
    </message>
    <message>
        <source>Waits for input</source>
        <translation>等待输入</translation>
    </message>
    <message>
        <source>Ran in part</source>
        <translation>仅运行了部分</translation>
    </message>
    <message>
        <source>ran in part</source>
        <translation>仅运行了部分</translation>
    </message>
    <message>
        <source>Queued</source>
        <translation>排队中</translation>
    </message>
</context>
<context>
    <name>CloseQuestion</name>
    <message>
        <source>Quit all the same?</source>
        <translation>仍要退出吗？</translation>
    </message>
    <message numerus="yes">
        <source>Save %n document(s) before quitting?</source>
        <translation>
            <numerusform>退出前保存 %n 个文档？</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Save %n document(s) before closing?</source>
        <translation>
            <numerusform>关闭前保存 %n 个文档？</numerusform>
        </translation>
    </message>
    <message>
        <source>Not saved yet: asks for a place</source>
        <translation>尚未保存过：会询问位置</translation>
    </message>
    <message>
        <source>&amp;Interrupt what runs first</source>
        <translation>先中断正在运行的内容(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Discard all</source>
        <translation>全部放弃(&amp;D)</translation>
    </message>
    <message>
        <source>Discard all</source>
        <translation>全部放弃</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>&amp;Save all</source>
        <translation>全部保存(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>It is left alone; output after closing is lost.</source>
        <translation>任其继续运行；关闭后的输出会丢失。</translation>
    </message>
    <message>
        <source>It is interrupted first; output so far is kept.</source>
        <translation>先中断；到那时为止的输出会保留。</translation>
    </message>
    <message>
        <source>It is interrupted first.</source>
        <translation>先中断。</translation>
    </message>
    <message>
        <source>&amp;Save %1 of %2</source>
        <translation>保存 %2 个中的 %1 个(&amp;S)</translation>
    </message>
    <message>
        <source>Nothing is ticked.</source>
        <translation>没有勾选任何项。</translation>
    </message>
    <message>
        <source>What has no tick closes without being saved.</source>
        <translation>未勾选的将不保存直接关闭。</translation>
    </message>
    <message>
        <source>Waits until what runs has ended.</source>
        <translation>等待正在运行的内容结束。</translation>
    </message>
    <message>
        <source>Do &amp;not wait</source>
        <translation>不等待(&amp;N)</translation>
    </message>
    <message>
        <source>Do not wait</source>
        <translation>不等待</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>&amp;End contexts that only these notebooks use</source>
        <translation>结束仅由这些笔记本使用的上下文(&amp;E)</translation>
    </message>
    <message>
        <source>Their variables end with them.</source>
        <translation>其中的变量会一同消失。</translation>
    </message>
</context>
<context>
    <name>CodeEditor</name>
    <message>
        <source>Insert picture</source>
        <translation>插入图片</translation>
    </message>
</context>
<context>
    <name>CodeLayout</name>
    <message>
        <source>%L1 more lines. Edit the cell to see them.</source>
        <translation>还有 %L1 行。编辑单元格即可查看。</translation>
    </message>
</context>
<context>
    <name>CodePane</name>
    <message>
        <source>Client</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>Copy code</source>
        <translation>复制代码</translation>
    </message>
    <message>
        <source>Code for the same sandbox</source>
        <translation>创建同一沙箱的代码</translation>
    </message>
    <message>
        <source>Follows the form. Keys and secret values stay out of it.</source>
        <translation>随表单更新。不含密钥和机密值。</translation>
    </message>
</context>
<context>
    <name>CommandField</name>
    <message>
        <source>Search or run a command</source>
        <translation>搜索或运行命令</translation>
    </message>
    <message>
        <source>Search or run a command  %1</source>
        <translation>搜索或运行命令  %1</translation>
    </message>
    <message>
        <source>Search or run</source>
        <translation>搜索或运行</translation>
    </message>
</context>
<context>
    <name>CommandLine</name>
    <message>
        <source>All options: %1</source>
        <translation>所有选项：%1</translation>
    </message>
</context>
<context>
    <name>CommandPalette</name>
    <message>
        <source>Commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Not possible now.</source>
        <translation>现在不可用。</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Copy as code</source>
        <translation>复制为代码</translation>
    </message>
    <message>
        <source>commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>cells</source>
        <translation>单元格</translation>
    </message>
    <message>
        <source>files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>sandboxes</source>
        <translation>沙箱</translation>
    </message>
    <message>
        <source>Search or run a command</source>
        <translation>搜索或运行命令</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Nothing matches.</source>
        <translation>没有匹配项。</translation>
    </message>
    <message numerus="yes">
        <source>%n matches</source>
        <translation>
            <numerusform>%n 个匹配</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CompareRun</name>
    <message>
        <source>Show differences</source>
        <translation>显示差异</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>再次运行</translation>
    </message>
    <message>
        <source>Runs in %1 contexts</source>
        <translation>在 %1 个上下文中运行</translation>
    </message>
    <message>
        <source>All outputs are the same</source>
        <translation>所有输出相同</translation>
    </message>
    <message>
        <source>The outputs differ</source>
        <translation>输出不同</translation>
    </message>
    <message>
        <source>%1 of %2 outputs differ from the first</source>
        <translation>%2 个输出中有 %1 个与第一个不同</translation>
    </message>
    <message>
        <source>Compares…</source>
        <translation>正在比较…</translation>
    </message>
</context>
<context>
    <name>Completion</name>
    <message>
        <source>Completions</source>
        <translation>补全</translation>
    </message>
    <message>
        <source>Explanation</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>%1
In cell %2</source>
        <translation>%1
在单元格 %2</translation>
    </message>
    <message>
        <source>The context is busy. It explains names when it is idle.</source>
        <translation>上下文正忙。空闲时才能说明名称。</translation>
    </message>
    <message>
        <source>%1 is not defined in this notebook.</source>
        <translation>%1 在此笔记本中没有定义。</translation>
    </message>
    <message>
        <source>Nothing is known about %1.</source>
        <translation>对 %1 一无所知。</translation>
    </message>
</context>
<context>
    <name>Connection</name>
    <message>
        <source>%1 does not answer.</source>
        <translation>%1 没有应答。</translation>
    </message>
    <message>
        <source>Check that the server runs and that its address is right.</source>
        <translation>请检查服务器是否在运行、地址是否正确。</translation>
    </message>
    <message>
        <source>%1 did not answer in time.</source>
        <translation>%1 未及时应答。</translation>
    </message>
    <message>
        <source>Try again, or check how busy the server is.</source>
        <translation>请重试，或检查服务器的负载。</translation>
    </message>
    <message>
        <source>%1 answers, but not as an OpenSandbox server does.</source>
        <translation>%1 有应答，但不像 OpenSandbox 服务器。</translation>
    </message>
    <message>
        <source>Check the address: another program may listen there.</source>
        <translation>请检查地址：那里可能是别的程序。</translation>
    </message>
    <message>
        <source>The key was refused (%1). It may have expired or belong to another server.</source>
        <translation>密钥被拒绝（%1）。它可能已过期，或属于另一台服务器。</translation>
    </message>
    <message>
        <source>Change the key of %1.</source>
        <translation>请更改 %1 的密钥。</translation>
    </message>
    <message>
        <source>Try again. If it stays, look at the server&apos;s log.</source>
        <translation>请重试。若仍然如此，请查看服务器日志。</translation>
    </message>
    <message>
        <source>%1 did not become ready in time.</source>
        <translation>%1 未及时就绪。</translation>
    </message>
    <message>
        <source>Check that the sandbox&apos;s address can be reached from here, or use the server&apos;s proxy.</source>
        <translation>请检查能否从这里访问沙箱的地址，或使用服务器的代理。</translation>
    </message>
    <message>
        <source>This did not work.</source>
        <translation>操作未成功。</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>启动中</translation>
    </message>
    <message>
        <source>Connecting</source>
        <translation>连接中</translation>
    </message>
    <message>
        <source>Online</source>
        <translation>在线</translation>
    </message>
    <message>
        <source>No answer</source>
        <translation>无应答</translation>
    </message>
    <message>
        <source>Key refused</source>
        <translation>密钥被拒绝</translation>
    </message>
    <message>
        <source>Not started</source>
        <translation>未启动</translation>
    </message>
    <message>
        <source>%1 could not do this (%2)</source>
        <translation>%1 未能完成此操作（%2）</translation>
    </message>
    <message>
        <source>%1 refused this (%2)</source>
        <translation>%1 拒绝了此操作（%2）</translation>
    </message>
    <message>
        <source>Choose another image, or correct its name.</source>
        <translation>选择其他镜像，或更正其名称。</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>出错</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
</context>
<context>
    <name>ConnectionAdvanced</name>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>同系统</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>This one</source>
        <translation>指定</translation>
    </message>
    <message>
        <source>Addresses of sandboxes</source>
        <translation>沙箱的地址</translation>
    </message>
    <message>
        <source>Proxy</source>
        <translation>代理</translation>
    </message>
    <message>
        <source>Certificates</source>
        <translation>证书</translation>
    </message>
    <message>
        <source>Time limits and further tries</source>
        <translation>时限与重试</translation>
    </message>
    <message>
        <source>Host that the server names</source>
        <translation>服务器给出的主机</translation>
    </message>
    <message>
        <source>Host that is reached from here</source>
        <translation>从此处可访问的主机</translation>
    </message>
    <message>
        <source>Where the server names sandboxes by a host that is called otherwise here: the name it says, and the one to use instead. A port may follow.</source>
        <translation>当服务器给出的沙箱主机在此处名称不同时：填写其给出的名称和应改用的名称。可带端口。</translation>
    </message>
    <message>
        <source>Proxy&apos;s address, http or socks5</source>
        <translation>代理地址，http 或 socks5</translation>
    </message>
    <message>
        <source>User, where it asks for one</source>
        <translation>用户名（如需要）</translation>
    </message>
    <message>
        <source>Password (kept in the keyring)</source>
        <translation>密码（保存在密钥环中）</translation>
    </message>
    <message>
        <source>Choose: %1</source>
        <translation>选择：%1</translation>
    </message>
    <message>
        <source>PEM files (*.pem *.crt *.cer *.key);;All files (*)</source>
        <translation>PEM 文件 (*.pem *.crt *.cer *.key);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Trust this authority, too</source>
        <translation>同时信任此证书颁发机构</translation>
    </message>
    <message>
        <source>Own certificate</source>
        <translation>自己的证书</translation>
    </message>
    <message>
        <source>Its private key</source>
        <translation>其私钥</translation>
    </message>
    <message>
        <source>The key&apos;s password (kept in the keyring)</source>
        <translation>私钥的密码（保存在密钥环中）</translation>
    </message>
    <message>
        <source>PEM files. They are read anew at each start.</source>
        <translation>PEM 文件。每次启动时重新读取。</translation>
    </message>
    <message>
        <source>Answer within</source>
        <translation>应答时限</translation>
    </message>
    <message>
        <source>New sandbox within</source>
        <translation>新建沙箱时限</translation>
    </message>
    <message>
        <source>Further tries of a failed read</source>
        <translation>读取失败后的重试次数</translation>
    </message>
    <message>
        <source>First pause</source>
        <translation>首次间隔</translation>
    </message>
    <message>
        <source>Longest pause</source>
        <translation>最长间隔</translation>
    </message>
    <message>
        <source>Only reading is tried again. What changes something is sent once, whatever happens. Streams and transfers have no limit.</source>
        <translation>只有读取会重试。会产生更改的请求无论如何只发送一次。流和传输没有时限。</translation>
    </message>
    <message>
        <source>The name on the left is no host.</source>
        <translation>左侧的名称不是主机。</translation>
    </message>
    <message>
        <source>The name on the right is no host.</source>
        <translation>右侧的名称不是主机。</translation>
    </message>
    <message>
        <source>Addresses of sandboxes: %1</source>
        <translation>沙箱的地址：%1</translation>
    </message>
    <message>
        <source>The proxy needs an address, for example http://proxy.example.org:3128.</source>
        <translation>代理需要地址，例如 http://proxy.example.org:3128。</translation>
    </message>
    <message>
        <source>The proxy&apos;s address cannot be used. Write it as http://host:port or socks5://host:port.</source>
        <translation>代理地址不可用。请写成 http://host:port 或 socks5://host:port。</translation>
    </message>
    <message>
        <source>%1: there is no file &apos;%2&apos;.</source>
        <translation>%1：没有文件“%2”。</translation>
    </message>
    <message>
        <source>An own certificate and its private key belong together. Name both, or neither.</source>
        <translation>自己的证书与其私钥必须成对。请两者都填写，或都不填写。</translation>
    </message>
    <message>
        <source>as the server says</source>
        <translation>由服务器给出</translation>
    </message>
    <message numerus="yes">
        <source>%Ln replaced</source>
        <translation>
            <numerusform>已替换 %Ln 个</numerusform>
        </translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>as the system says</source>
        <translation>由系统设置</translation>
    </message>
    <message>
        <source>one more authority</source>
        <translation>一个额外的颁发机构</translation>
    </message>
    <message>
        <source>an own certificate</source>
        <translation>自己的证书</translation>
    </message>
    <message>
        <source>those of the system</source>
        <translation>系统的证书</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>%1 s, no further try</source>
        <translation>%1 秒，不重试</translation>
    </message>
    <message numerus="yes">
        <source>%1 s, %Ln further tries</source>
        <translation>
            <numerusform>%1 秒，重试 %Ln 次</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ConnectionDialog</name>
    <message>
        <source>Add connection</source>
        <translation>添加连接</translation>
    </message>
    <message>
        <source>Add a connection</source>
        <translation>添加连接</translation>
    </message>
    <message>
        <source>For servers whose sandboxes have addresses that cannot be reached from here.</source>
        <translation>适用于沙箱地址无法从这里访问的服务器。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>An address is needed.</source>
        <translation>需要地址。</translation>
    </message>
    <message>
        <source>This is no address. Write it as host:port.</source>
        <translation>这不是地址。请写成 主机:端口。</translation>
    </message>
    <message>
        <source>Only http and https are possible.</source>
        <translation>只能使用 http 和 https。</translation>
    </message>
    <message>
        <source>Put the key into its own field, not into the address.</source>
        <translation>请把密钥填入单独的字段，不要写在地址里。</translation>
    </message>
    <message>
        <source>Asking %1.</source>
        <translation>正在询问 %1。</translation>
    </message>
    <message>
        <source>Takes address and key from %1.</source>
        <translation>从 %1 读取地址和密钥。</translation>
    </message>
    <message>
        <source>Correct the file, or type the address here.</source>
        <translation>请改正文件，或在此输入地址。</translation>
    </message>
    <message>
        <source>%1 names no server (connection.domain). Type the address here.</source>
        <translation>%1 没有指定服务器（connection.domain）。请在此输入地址。</translation>
    </message>
    <message>
        <source>Taken from %1: the address. It has no key.</source>
        <translation>已从 %1 读取：地址。其中没有密钥。</translation>
    </message>
    <message>
        <source>Taken from %1: address and key.</source>
        <translation>已从 %1 读取：地址和密钥。</translation>
    </message>
    <message>
        <source>pausing</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>snapshots</source>
        <translation>快照</translation>
    </message>
    <message>
        <source>pools of the server</source>
        <translation>服务器的池</translation>
    </message>
    <message>
        <source>diagnostics by scope</source>
        <translation>分范围诊断</translation>
    </message>
    <message>
        <source>signed endpoints</source>
        <translation>签名端点</translation>
    </message>
    <message>
        <source>the local runtime&apos;s additions</source>
        <translation>本地运行时的扩展</translation>
    </message>
    <message>
        <source>terminals</source>
        <translation>终端</translation>
    </message>
    <message>
        <source>completion and variables</source>
        <translation>补全与变量</translation>
    </message>
    <message>
        <source>It is a local runtime, version %1.</source>
        <translation>它是本地运行时，版本 %1。</translation>
    </message>
    <message>
        <source>It runs sandboxes on Kubernetes.</source>
        <translation>它在 Kubernetes 上运行沙箱。</translation>
    </message>
    <message>
        <source>It runs sandboxes on Docker, as far as its answers show.</source>
        <translation>从其应答看，它在 Docker 上运行沙箱。</translation>
    </message>
    <message>
        <source>Offered: %1.</source>
        <translation>提供：%1。</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>Not offered: %1.</source>
        <translation>不提供：%1。</translation>
    </message>
    <message>
        <source>&amp;Reach sandboxes through the server</source>
        <translation>通过服务器访问沙箱(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Test connection</source>
        <translation>测试连接(&amp;T)</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Edit %1</source>
        <translation>编辑 %1</translation>
    </message>
    <message>
        <source>A&amp;ddress</source>
        <translation>地址(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Key (kept in the keyring)</source>
        <translation>密钥（保存在密钥环中）(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>名称(&amp;N)</translation>
    </message>
    <message>
        <source>This connection comes from the environment. What is changed here lasts until the program ends.</source>
        <translation>此连接来自环境变量。在此所做的更改在程序结束前有效。</translation>
    </message>
    <message>
        <source>Advanced</source>
        <translation>高级</translation>
    </message>
    <message>
        <source>&amp;Import from osb</source>
        <translation>从 osb 导入(&amp;I)</translation>
    </message>
    <message numerus="yes">
        <source>%1 answers in %2 ms and has %Ln sandbox(es).</source>
        <translation>
            <numerusform>%1 在 %2 毫秒内应答，有 %Ln 个沙箱。</numerusform>
        </translation>
    </message>
    <message>
        <source>Asking what it offers.</source>
        <translation>正在询问它提供哪些功能。</translation>
    </message>
    <message>
        <source>What it offers could not be found out. %1</source>
        <translation>未能得知它提供哪些功能。%1</translation>
    </message>
</context>
<context>
    <name>ConnectionStore</name>
    <message>
        <source>Local runtime</source>
        <translation>本地运行时</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>环境变量</translation>
    </message>
    <message>
        <source>The key of %1 could not be read from the keyring. %2</source>
        <translation>无法从密钥环读取 %1 的密钥。%2</translation>
    </message>
    <message>
        <source>The key of %1 could not be kept in the keyring and will be asked for next time. %2</source>
        <translation>无法把 %1 的密钥保存到密钥环，下次会再次询问。%2</translation>
    </message>
</context>
<context>
    <name>ContextButton</name>
    <message>
        <source>Runs in %1 %2</source>
        <translation>在 %1 %2 中运行</translation>
    </message>
    <message>
        <source>Where the current cell runs</source>
        <translation>当前单元格的运行位置</translation>
    </message>
</context>
<context>
    <name>ContextRunner</name>
    <message>
        <source>The sandbox ended while this cell ran</source>
        <translation>此单元格运行时沙箱已结束</translation>
    </message>
    <message>
        <source>Nothing of it runs any more.</source>
        <translation>其中的程序都已停止。</translation>
    </message>
    <message>
        <source>The sandbox is gone.</source>
        <translation>沙箱已不存在。</translation>
    </message>
    <message>
        <source>Its context was restarted, so its variables are gone.</source>
        <translation>其上下文已重启，变量已丢失。</translation>
    </message>
    <message>
        <source>Its context was deleted, so its variables are gone.</source>
        <translation>其上下文已删除，变量已丢失。</translation>
    </message>
    <message>
        <source>The server no longer knows its context, so its variables are gone.</source>
        <translation>服务器已不认识其上下文，变量已丢失。</translation>
    </message>
    <message>
        <source>%1 is no more. Outputs stay readable here.</source>
        <translation>%1 已不存在。输出仍可在此查看。</translation>
    </message>
    <message>
        <source>The sandbox</source>
        <translation>沙箱</translation>
    </message>
    <message>
        <source>%1 is not there</source>
        <translation>%1 不在</translation>
    </message>
    <message>
        <source>It was killed, it expired, or its connection is not known here. The cell was not run.</source>
        <translation>它已被终止、已过期，或这里不认识它的连接。单元格未运行。</translation>
    </message>
    <message>
        <source>%1 is not there.</source>
        <translation>%1 不在。</translation>
    </message>
    <message>
        <source>Waits for %1</source>
        <translation>等待 %1</translation>
    </message>
    <message>
        <source>%1 is no more</source>
        <translation>%1 已不存在</translation>
    </message>
    <message>
        <source>Its outputs stay readable here. Its files are gone. The cell was not run.</source>
        <translation>其输出仍可在此查看，文件已丢失。单元格未运行。</translation>
    </message>
    <message>
        <source>No context could be made, so the cell was not run</source>
        <translation>无法创建上下文，单元格未运行</translation>
    </message>
    <message>
        <source>Restarts the context</source>
        <translation>正在重启上下文</translation>
    </message>
    <message>
        <source>The context ended.</source>
        <translation>上下文已结束。</translation>
    </message>
    <message>
        <source>Its variables are gone. What arrived before stays above.</source>
        <translation>其变量已丢失。之前收到的内容仍在上方。</translation>
    </message>
    <message>
        <source>The context is gone, so its variables are gone</source>
        <translation>上下文已不在，变量已丢失</translation>
    </message>
    <message>
        <source>input() needs a terminal here</source>
        <translation>input() 在此需要终端</translation>
    </message>
    <message>
        <source>This server gives cells no keyboard.</source>
        <translation>此服务器不给单元格提供键盘输入。</translation>
    </message>
    <message>
        <source>A part of the output could not be read</source>
        <translation>部分输出无法读取</translation>
    </message>
    <message>
        <source>%1 bytes were left out. %2</source>
        <translation>略去了 %1 字节。%2</translation>
    </message>
    <message>
        <source>Waits: %1 is busy</source>
        <translation>等待：%1 正忙</translation>
    </message>
    <message>
        <source>The server no longer knows this context, so its variables are gone</source>
        <translation>服务器已不认识此上下文，变量已丢失</translation>
    </message>
    <message>
        <source>The cell was not run. Running it again makes a new context.</source>
        <translation>单元格未运行。再次运行会创建新的上下文。</translation>
    </message>
    <message>
        <source>The context is not there any more.</source>
        <translation>上下文已不存在。</translation>
    </message>
    <message>
        <source>The connection broke while this cell ran, so its result is unknown</source>
        <translation>此单元格运行时连接中断，结果未知</translation>
    </message>
    <message>
        <source>The cell may still be running. It was not sent again.</source>
        <translation>单元格可能仍在运行。没有再次发送。</translation>
    </message>
    <message>
        <source>The server did not run the cell</source>
        <translation>服务器没有运行此单元格</translation>
    </message>
    <message>
        <source>Request %1.</source>
        <translation>请求 %1。</translation>
    </message>
    <message>
        <source>The interrupt did not reach the server</source>
        <translation>中断请求没有到达服务器</translation>
    </message>
    <message>
        <source>%1 cannot be reached now.</source>
        <translation>现在无法访问 %1。</translation>
    </message>
    <message>
        <source>%1 answers and its context is there. Whether the cell has finished is not known; a run there waits until it has.</source>
        <translation>%1 有应答，其上下文仍在。单元格是否结束尚不清楚；在那里的运行会等到它结束。</translation>
    </message>
    <message>
        <source>%1 answers, but the context is gone. Its variables are gone with it.</source>
        <translation>%1 有应答，但上下文已不在，变量也随之丢失。</translation>
    </message>
    <message>
        <source>The context is busy.</source>
        <translation>上下文正忙。</translation>
    </message>
    <message>
        <source>There is no context yet.</source>
        <translation>还没有上下文。</translation>
    </message>
    <message>
        <source>The sandbox cannot be reached now.</source>
        <translation>现在无法访问沙箱。</translation>
    </message>
    <message>
        <source>The line did not reach the code</source>
        <translation>该行没有送达代码</translation>
    </message>
    <message numerus="yes">
        <source>%Ln line(s) arrived before %1.</source>
        <translation>
            <numerusform>%1 之前收到 %Ln 行。</numerusform>
        </translation>
    </message>
    <message>
        <source>The connection broke while the command was started, so its result is unknown</source>
        <translation>启动命令时连接中断，因此结果未知</translation>
    </message>
    <message>
        <source>It ended with exit code %1.</source>
        <translation>它以退出码 %1 结束。</translation>
    </message>
    <message>
        <source>It was ended by a signal.</source>
        <translation>它被信号终止。</translation>
    </message>
    <message>
        <source>What the command printed until then stays readable here.</source>
        <translation>命令此前输出的内容仍可在此阅读。</translation>
    </message>
    <message>
        <source>%1 no longer knows this command</source>
        <translation>%1 已不认识此命令</translation>
    </message>
    <message>
        <source>It was started anew since. What the command printed until then stays readable here.</source>
        <translation>它之后被重新启动。命令此前输出的内容仍可在此阅读。</translation>
    </message>
    <message>
        <source>The command is not there any more.</source>
        <translation>该命令已不存在。</translation>
    </message>
    <message>
        <source>Connects to %1 again</source>
        <translation>正在重新连接 %1</translation>
    </message>
    <message>
        <source>The output of the command cannot be read now</source>
        <translation>现在无法读取命令的输出</translation>
    </message>
    <message>
        <source>The context of this cell is gone, and its variables with it</source>
        <translation>此单元格的上下文已不存在，其变量也随之消失</translation>
    </message>
    <message>
        <source>It was deleted, or %1 was started anew. The cell was not run.</source>
        <translation>它已被删除，或者 %1 被重新启动。单元格未运行。</translation>
    </message>
    <message>
        <source>The cell was interrupted, but not from here</source>
        <translation>单元格被中断，但不是从这里</translation>
    </message>
    <message>
        <source>%1 does not say whether the context is still there. What arrived before stays above.</source>
        <translation>%1 没有说明上下文是否还在。之前收到的内容保留在上方。</translation>
    </message>
    <message>
        <source>Too large to sort or filter there.</source>
        <translation>数据太大，无法在那里排序或筛选。</translation>
    </message>
    <message>
        <source>Its context ended, so its variables are gone.</source>
        <translation>其上下文已结束，变量已丢失。</translation>
    </message>
    <message>
        <source>%1 cannot run %2.</source>
        <translation>%1 无法运行 %2。</translation>
    </message>
    <message>
        <source>Choose another language or sandbox for the cell.</source>
        <translation>请为该单元格选择其他语言或沙箱。</translation>
    </message>
    <message>
        <source>%1 expired while this cell ran</source>
        <translation>%1 在此单元格运行时到期</translation>
    </message>
    <message>
        <source>%1 expired.</source>
        <translation>%1 已到期。</translation>
    </message>
    <message>
        <source>%1 was paused at %2 and went on at %3</source>
        <translation>%1 于 %2 暂停，于 %3 继续</translation>
    </message>
    <message>
        <source>What stands below came afterwards.</source>
        <translation>下面的内容是之后输出的。</translation>
    </message>
    <message>
        <source>Starts the interpreter</source>
        <translation>正在启动解释器</translation>
    </message>
    <message>
        <source>This server does not forward what code displays, so no figure came</source>
        <translation>此服务器不转发代码显示的内容，因此没有图像</translation>
    </message>
    <message>
        <source>Preferences can bring figures back on such servers. Sandboxes on this computer show them.</source>
        <translation>可在首选项中让此类服务器显示图像。本机上的沙箱会显示它们。</translation>
    </message>
</context>
<context>
    <name>ContextsCard</name>
    <message>
        <source>Contexts</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>New context</source>
        <translation>新建上下文</translation>
    </message>
    <message>
        <source>The %1 context was not made.</source>
        <translation>未能创建 %1 上下文。</translation>
    </message>
    <message>
        <source>%1 is not connected.</source>
        <translation>%1 未连接。</translation>
    </message>
    <message>
        <source>No contexts. A notebook makes one when its first cell runs.</source>
        <translation>没有上下文。笔记本运行第一个单元格时会创建。</translation>
    </message>
    <message>
        <source>Connecting.</source>
        <translation>连接中。</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Busy, %1 queued</source>
        <translation>忙，%1 个排队</translation>
    </message>
    <message>
        <source>Busy</source>
        <translation>忙</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Interrupt</source>
        <translation>中断</translation>
    </message>
    <message>
        <source>It was not interrupted.</source>
        <translation>未能中断。</translation>
    </message>
    <message>
        <source>Restart: its variables are lost</source>
        <translation>重启：其变量会丢失</translation>
    </message>
    <message>
        <source>It was not restarted.</source>
        <translation>未能重启。</translation>
    </message>
    <message>
        <source>Delete: its variables are lost</source>
        <translation>删除：其变量会丢失</translation>
    </message>
    <message>
        <source>It was not deleted.</source>
        <translation>未能删除。</translation>
    </message>
</context>
<context>
    <name>ContextsPane</name>
    <message>
        <source>No contexts yet.</source>
        <translation>还没有上下文。</translation>
    </message>
    <message>
        <source>A notebook makes one when its first cell runs.</source>
        <translation>笔记本在第一个单元格运行时创建上下文。</translation>
    </message>
    <message>
        <source>Contexts</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>Not reachable</source>
        <translation>无法连接</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>空闲</translation>
    </message>
    <message numerus="yes">
        <source>Unknown, %n cell(s) wait</source>
        <translation>
            <numerusform>未知，%n 个单元格在等待</numerusform>
        </translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Busy, %1 queued</source>
        <translation>忙碌，%1 个排队</translation>
    </message>
    <message>
        <source>Busy</source>
        <translation>忙碌</translation>
    </message>
    <message>
        <source>Restarted %1</source>
        <translation>已于 %1 重启</translation>
    </message>
    <message>
        <source>%1 in %2
%3</source>
        <translation>%2 中的 %1
%3</translation>
    </message>
    <message numerus="yes">
        <source>%n context(s)</source>
        <translation>
            <numerusform>%n 个上下文</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 busy</source>
        <translation>%1 个忙碌</translation>
    </message>
    <message>
        <source>The context was not deleted.</source>
        <translation>上下文未被删除。</translation>
    </message>
    <message>
        <source>Interrupt</source>
        <translation>中断</translation>
    </message>
    <message>
        <source>The context was not interrupted.</source>
        <translation>上下文未被中断。</translation>
    </message>
    <message>
        <source>Restart: its variables are lost</source>
        <translation>重启：其变量会丢失</translation>
    </message>
    <message>
        <source>The context was not restarted.</source>
        <translation>上下文未被重启。</translation>
    </message>
    <message>
        <source>Show %1</source>
        <translation>显示 %1</translation>
    </message>
    <message>
        <source>Delete: its variables are lost</source>
        <translation>删除：其变量会丢失</translation>
    </message>
</context>
<context>
    <name>CreationView</name>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>Accepting the request</source>
        <translation>正在接受请求</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>启动中</translation>
    </message>
    <message>
        <source>Connecting to it</source>
        <translation>正在连接</translation>
    </message>
    <message>
        <source>Making contexts</source>
        <translation>正在创建上下文</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>a sandbox</source>
        <translation>一个沙箱</translation>
    </message>
    <message>
        <source>Creating %1</source>
        <translation>正在创建 %1</translation>
    </message>
    <message>
        <source>%1 was not created</source>
        <translation>未能创建 %1</translation>
    </message>
    <message>
        <source>%1 is ready</source>
        <translation>%1 已就绪</translation>
    </message>
</context>
<context>
    <name>DataGrid</name>
    <message>
        <source>Filter rows</source>
        <translation>筛选行</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>%L1 of %L2 rows match</source>
        <translation>%L2 行中有 %L1 行匹配</translation>
    </message>
    <message>
        <source>%L1 of %L2 rows</source>
        <translation>%L1 / %L2 行</translation>
    </message>
    <message>
        <source>the output has more</source>
        <translation>输出还有更多</translation>
    </message>
    <message>
        <source>Save table</source>
        <translation>保存表格</translation>
    </message>
    <message>
        <source>CSV (*.csv)</source>
        <translation>CSV (*.csv)</translation>
    </message>
    <message>
        <source>%1 was not written. %2.</source>
        <translation>未能写入 %1。%2。</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy as CSV</source>
        <translation>复制为 CSV</translation>
    </message>
    <message>
        <source>Save as CSV…</source>
        <translation>保存为 CSV…</translation>
    </message>
    <message>
        <source>Original order</source>
        <translation>原始顺序</translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s)</source>
        <translation>
            <numerusform>%Ln 行</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln column(s)</source>
        <translation>
            <numerusform>%Ln 列</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing matches.</source>
        <translation>没有匹配项。</translation>
    </message>
    <message>
        <source>No rows.</source>
        <translation>没有行。</translation>
    </message>
    <message>
        <source>The rows could not be read.</source>
        <translation>无法读取这些行。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) are hidden by the filter.</source>
        <translation>
            <numerusform>筛选隐藏了 %Ln 行。</numerusform>
        </translation>
    </message>
    <message>
        <source>Clear filter</source>
        <translation>清除筛选</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Fetches all rows: %L1 of %L2</source>
        <translation>正在获取所有行：%L1 / %L2</translation>
    </message>
    <message>
        <source>Sorted and filtered among the %L1 rows fetched so far</source>
        <translation>仅在目前获取的 %L1 行中排序和筛选</translation>
    </message>
    <message>
        <source>Sorted among the %L1 rows fetched so far</source>
        <translation>仅在目前获取的 %L1 行中排序</translation>
    </message>
    <message>
        <source>Filtered among the %L1 rows fetched so far</source>
        <translation>仅在目前获取的 %L1 行中筛选</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Fetch %L1 rows</source>
        <translation>获取 %L1 行</translation>
    </message>
    <message>
        <source>Fetch all rows</source>
        <translation>获取所有行</translation>
    </message>
    <message>
        <source>%L1 of %L2 columns</source>
        <translation>%L1 列，共 %L2 列</translation>
    </message>
    <message>
        <source>Sort by %1, smallest first</source>
        <translation>按 %1 排序，从小到大</translation>
    </message>
    <message>
        <source>Sort by %1, largest first</source>
        <translation>按 %1 排序，从大到小</translation>
    </message>
    <message>
        <source>Filter: words, ms&gt;100, ms is missing</source>
        <translation>筛选：词语、ms&gt;100、ms is missing</translation>
    </message>
    <message>
        <source>There is no column %1.</source>
        <translation>没有 %1 列。</translation>
    </message>
</context>
<context>
    <name>DiffArea</name>
    <message>
        <source>Differences</source>
        <translation>差异</translation>
    </message>
</context>
<context>
    <name>DiffView</name>
    <message>
        <source>Previous difference</source>
        <translation>上一处差异</translation>
    </message>
    <message>
        <source>Next difference</source>
        <translation>下一处差异</translation>
    </message>
    <message>
        <source>No differences</source>
        <translation>没有差异</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message numerus="yes">
        <source>%Ln difference(s)</source>
        <translation>
            <numerusform>%Ln 处差异</numerusform>
        </translation>
    </message>
    <message>
        <source>Compares…</source>
        <translation>正在比较…</translation>
    </message>
</context>
<context>
    <name>DocumentTabs</name>
    <message>
        <source>Close tab  %1</source>
        <translation>关闭标签页  %1</translation>
    </message>
    <message>
        <source>Close tab</source>
        <translation>关闭标签页</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>%1, not saved</source>
        <translation>%1，未保存</translation>
    </message>
</context>
<context>
    <name>EndpointsCard</name>
    <message>
        <source>Endpoints</source>
        <translation>端点</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>端口</translation>
    </message>
    <message>
        <source>Show port</source>
        <translation>显示端口</translation>
    </message>
    <message>
        <source>Every port of the sandbox can be reached. Name one to see where.</source>
        <translation>沙箱的每个端口都可访问。指定一个以查看地址。</translation>
    </message>
    <message>
        <source>not connected</source>
        <translation>未连接</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Open in the browser</source>
        <translation>在浏览器中打开</translation>
    </message>
</context>
<context>
    <name>ExecutionTargets</name>
    <message>
        <source>This server does not offer it.</source>
        <translation>此服务器不提供。</translation>
    </message>
</context>
<context>
    <name>ExpiryCard</name>
    <message>
        <source>Expires in</source>
        <translation>剩余时间</translation>
    </message>
    <message>
        <source>+15 min</source>
        <translation>+15 分</translation>
    </message>
    <message>
        <source>+1 h</source>
        <translation>+1 小时</translation>
    </message>
    <message>
        <source>+24 h</source>
        <translation>+24 小时</translation>
    </message>
    <message>
        <source>Until…</source>
        <translation>直到…</translation>
    </message>
    <message>
        <source>expiry passed, still running</source>
        <translation>已过期，仍在运行</translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>共 %1</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>无限制</translation>
    </message>
    <message>
        <source>Runs until it is killed.</source>
        <translation>一直运行，直到被终止。</translation>
    </message>
    <message>
        <source>%1 (%2 UTC)</source>
        <translation>%1（%2 UTC）</translation>
    </message>
</context>
<context>
    <name>FileDelegate</name>
    <message>
        <source>not reachable</source>
        <translation>无法访问</translation>
    </message>
    <message>
        <source>new</source>
        <translation>新</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>已更改</translation>
    </message>
    <message>
        <source>New name of %1</source>
        <translation>%1 的新名称</translation>
    </message>
</context>
<context>
    <name>Files</name>
    <message>
        <source>%1 of %2 %3</source>
        <translation>%1 / %2 %3</translation>
    </message>
    <message>
        <source>%1/s</source>
        <translation>%1/秒</translation>
    </message>
    <message>
        <source>%1 s left</source>
        <translation>剩余 %1 秒</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>剩余 %1</translation>
    </message>
    <message>
        <source>Today %1</source>
        <translation>今天 %1</translation>
    </message>
    <message>
        <source>MMM d</source>
        <translation>M月d日</translation>
    </message>
    <message>
        <source>MMM d, yyyy</source>
        <translation>yyyy年M月d日</translation>
    </message>
    <message>
        <source>Today, %1</source>
        <translation>今天 %1</translation>
    </message>
    <message>
        <source>%1 s ago</source>
        <translation>%1 秒前</translation>
    </message>
    <message>
        <source>%1 min ago</source>
        <translation>%1 分钟前</translation>
    </message>
    <message>
        <source>%1 h ago</source>
        <translation>%1 小时前</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>链接</translation>
    </message>
    <message>
        <source>Special file</source>
        <translation>特殊文件</translation>
    </message>
    <message>
        <source>Unfinished upload</source>
        <translation>未完成的上传</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>The file is empty.</source>
        <translation>文件是空的。</translation>
    </message>
    <message>
        <source>The picture could not be read: %1</source>
        <translation>无法读取图片：%1</translation>
    </message>
    <message>
        <source>binary</source>
        <translation>二进制</translation>
    </message>
    <message>
        <source>The name is not valid UTF-8, so the sandbox cannot be told which file is meant.</source>
        <translation>名称不是有效的 UTF-8，无法告诉沙箱指的是哪个文件。</translation>
    </message>
    <message>
        <source>The sandbox would replace the $ in this path by a variable and reach another file. Rename it in a terminal first.</source>
        <translation>沙箱会把路径中的 $ 替换为变量，从而指向另一个文件。请先在终端中重命名。</translation>
    </message>
    <message>
        <source>The sandbox would replace the ~ at the start by the home folder. Give the whole path.</source>
        <translation>沙箱会把开头的 ~ 替换为主文件夹。请给出完整路径。</translation>
    </message>
    <message>
        <source>A name is needed.</source>
        <translation>需要名称。</translation>
    </message>
    <message>
        <source>This name stands for a folder itself. Choose another one.</source>
        <translation>此名称代表文件夹本身。请另选一个。</translation>
    </message>
    <message>
        <source>A name cannot hold a slash.</source>
        <translation>名称不能含有斜杠。</translation>
    </message>
    <message>
        <source>A name cannot hold a null character.</source>
        <translation>名称不能含有空字符。</translation>
    </message>
    <message>
        <source>The name is longer than 255 bytes.</source>
        <translation>名称超过 255 字节。</translation>
    </message>
    <message>
        <source>The sandbox would replace the $ by a variable, so this name could not be reached again.</source>
        <translation>沙箱会把 $ 替换为变量，此名称将无法再次访问。</translation>
    </message>
    <message>
        <source>The name holds a character that stands for a broken one.</source>
        <translation>名称含有代表损坏字符的字符。</translation>
    </message>
    <message>
        <source>%1 does not exist any more.</source>
        <translation>%1 已不存在。</translation>
    </message>
    <message>
        <source>%1 cannot be read. Change its permissions, then try again.</source>
        <translation>无法读取 %1。请更改权限后重试。</translation>
    </message>
    <message>
        <source>%1 is a pipe, a socket or a device. Only files and folders can be sent.</source>
        <translation>%1 是管道、套接字或设备。只能发送文件和文件夹。</translation>
    </message>
    <message>
        <source>%1 is a link. Open it and take the file it leads to.</source>
        <translation>%1 是链接。请打开它，选取它指向的文件。</translation>
    </message>
    <message>
        <source>%1 is a pipe, a socket or a device. Only files and folders can be downloaded.</source>
        <translation>%1 是管道、套接字或设备。只能下载文件和文件夹。</translation>
    </message>
    <message>
        <source>The sandbox has a file named %1, so the folder cannot go there. Rename one of them.</source>
        <translation>沙箱里有名为 %1 的文件，文件夹无法放在那里。请重命名其中之一。</translation>
    </message>
    <message>
        <source>%1 is not a folder in the sandbox. Rename it, then try again.</source>
        <translation>%1 在沙箱中不是文件夹。请重命名后重试。</translation>
    </message>
    <message>
        <source>%1 is a file. Rename it or choose another folder.</source>
        <translation>%1 是文件。请重命名，或选择其他文件夹。</translation>
    </message>
    <message>
        <source>The folder %1 could not be made. Choose another place.</source>
        <translation>无法创建文件夹 %1。请选择其他位置。</translation>
    </message>
    <message>
        <source>Uploaded, but the size differs: %L1 of %L2 bytes arrived.</source>
        <translation>已上传，但大小不符：到达 %L1 / %L2 字节。</translation>
    </message>
    <message>
        <source>Downloaded, but the size differs: %L1 of %L2 bytes arrived.</source>
        <translation>已下载，但大小不符：到达 %L1 / %L2 字节。</translation>
    </message>
    <message>
        <source>Rename it here first.</source>
        <translation>请先在这里重命名。</translation>
    </message>
    <message>
        <source>There is no place for the copy on its way: %1</source>
        <translation>没有位置存放传输中的副本：%1</translation>
    </message>
    <message>
        <source>Upload a folder to %1</source>
        <translation>上传文件夹到 %1</translation>
    </message>
    <message>
        <source>Upload files to %1</source>
        <translation>上传文件到 %1</translation>
    </message>
    <message>
        <source>Upload</source>
        <translation>上传</translation>
    </message>
</context>
<context>
    <name>Files::ConflictDialog</name>
    <message numerus="yes">
        <source>%Ln rows</source>
        <translation>
            <numerusform>%Ln 行</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln lines</source>
        <translation>
            <numerusform>%Ln 行</numerusform>
        </translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Modified</source>
        <translation>修改时间</translation>
    </message>
    <message>
        <source>Content</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>newer</source>
        <translation>较新</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Keep both</source>
        <translation>两者都保留</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>Skip</source>
        <translation>跳过</translation>
    </message>
    <message>
        <source>Replace if mine is newer</source>
        <translation>我的较新时替换</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>The file keeps waiting in Transfers.</source>
        <translation>文件继续在“传输”中等待。</translation>
    </message>
    <message numerus="yes">
        <source>Do this for the %Ln other conflicts</source>
        <translation>
            <numerusform>对其余 %Ln 个冲突同样处理</numerusform>
        </translation>
    </message>
    <message>
        <source>Replace %1?</source>
        <translation>替换 %1？</translation>
    </message>
    <message>
        <source>This computer</source>
        <translation>本机</translation>
    </message>
    <message>
        <source>%1 has a folder of this name in %2, so the file cannot replace it.</source>
        <translation>%1 的 %2 中有同名文件夹，文件无法替换它。</translation>
    </message>
    <message>
        <source>its time is not known</source>
        <translation>其时间未知</translation>
    </message>
    <message>
        <source>it was changed after yours</source>
        <translation>它的修改晚于您的文件</translation>
    </message>
    <message>
        <source>it was changed before yours</source>
        <translation>它的修改早于您的文件</translation>
    </message>
    <message>
        <source>both were changed at the same time</source>
        <translation>两者修改时间相同</translation>
    </message>
    <message>
        <source>%1 already has this file in %2, and %3.</source>
        <translation>%1 的 %2 中已有此文件，且%3。</translation>
    </message>
    <message>
        <source>It is a link: replacing writes to the file it leads to.</source>
        <translation>它是链接：替换会写入它指向的文件。</translation>
    </message>
    <message>
        <source>Yours</source>
        <translation>您的文件</translation>
    </message>
    <message>
        <source>The copy</source>
        <translation>副本</translation>
    </message>
    <message>
        <source>In the sandbox</source>
        <translation>沙箱中</translation>
    </message>
    <message>
        <source>Keep both, as %1</source>
        <translation>两者都保留，命名为 %1</translation>
    </message>
    <message>
        <source>Replace if the other is newer</source>
        <translation>对方较新时替换</translation>
    </message>
    <message>
        <source>Replace if newer</source>
        <translation>较新时替换</translation>
    </message>
</context>
<context>
    <name>Files::FileListView</name>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message numerus="yes">
        <source>%Ln items</source>
        <translation>
            <numerusform>%Ln 项</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Files::FileModel</name>
    <message>
        <source>%L1 bytes</source>
        <translation>%L1 字节</translation>
    </message>
    <message>
        <source>%1, owner %2, group %3</source>
        <translation>%1，所有者 %2，组 %3</translation>
    </message>
    <message>
        <source>new</source>
        <translation>新</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>已更改</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Modified</source>
        <translation>修改时间</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>权限</translation>
    </message>
</context>
<context>
    <name>Files::FilePreview</name>
    <message>
        <source>Preview</source>
        <translation>预览</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Preview as</source>
        <translation>预览方式</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>Open in its own tab</source>
        <translation>在单独的标签页中打开</translation>
    </message>
    <message>
        <source>First rows of the table</source>
        <translation>表格的前几行</translation>
    </message>
    <message>
        <source>First lines of the file</source>
        <translation>文件的前几行</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Insert read code in notebook</source>
        <translation>在笔记本中插入读取代码</translation>
    </message>
    <message>
        <source>Nothing is selected.</source>
        <translation>未选择任何内容。</translation>
    </message>
    <message>
        <source>Select a file to see what is in it.</source>
        <translation>选择文件即可查看内容。</translation>
    </message>
    <message>
        <source>This file cannot be reached.</source>
        <translation>无法访问此文件。</translation>
    </message>
    <message>
        <source>Press Enter to open the folder.</source>
        <translation>按回车打开文件夹。</translation>
    </message>
    <message>
        <source>This is a link.</source>
        <translation>这是链接。</translation>
    </message>
    <message>
        <source>Press Enter to go where it leads.</source>
        <translation>按回车转到它指向的位置。</translation>
    </message>
    <message>
        <source>This is a pipe, a socket or a device.</source>
        <translation>这是管道、套接字或设备。</translation>
    </message>
    <message>
        <source>There is nothing to read in it without stopping a program.</source>
        <translation>读取其中内容会阻塞程序。</translation>
    </message>
    <message>
        <source>The file is empty.</source>
        <translation>文件是空的。</translation>
    </message>
    <message>
        <source>The picture is too large for a preview.</source>
        <translation>图片太大，无法预览。</translation>
    </message>
    <message>
        <source>It has %1. Download it to look at it.</source>
        <translation>大小为 %1。请下载后查看。</translation>
    </message>
    <message>
        <source>%1 could not be read.</source>
        <translation>无法读取 %1。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln columns</source>
        <translation>
            <numerusform>%Ln 列</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln rows</source>
        <translation>
            <numerusform>%Ln 行</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>first %Ln rows</source>
        <translation>
            <numerusform>前 %Ln 行</numerusform>
        </translation>
    </message>
    <message>
        <source>tab</source>
        <translation>制表符</translation>
    </message>
    <message>
        <source>semicolon</source>
        <translation>分号</translation>
    </message>
    <message>
        <source>bar</source>
        <translation>竖线</translation>
    </message>
    <message>
        <source>comma</source>
        <translation>逗号</translation>
    </message>
    <message numerus="yes">
        <source>%Ln lines</source>
        <translation>
            <numerusform>%Ln 行</numerusform>
        </translation>
    </message>
    <message>
        <source>first %1 of %2</source>
        <translation>前 %1，共 %2</translation>
    </message>
</context>
<context>
    <name>Files::FilesController</name>
    <message>
        <source>%1 cannot be reached. %2</source>
        <translation>无法访问 %1。%2</translation>
    </message>
    <message>
        <source>The sandbox does not answer.</source>
        <translation>沙箱没有应答。</translation>
    </message>
    <message>
        <source>The sandbox did not answer in time.</source>
        <translation>沙箱未及时应答。</translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation>已取消。</translation>
    </message>
    <message>
        <source>It no longer exists.</source>
        <translation>它已不存在。</translation>
    </message>
    <message>
        <source>The key was refused (%1).</source>
        <translation>密钥被拒绝（%1）。</translation>
    </message>
    <message>
        <source>The sandbox&apos;s user may not do that.</source>
        <translation>沙箱的用户没有此权限。</translation>
    </message>
    <message>
        <source>The sandbox refused.</source>
        <translation>沙箱拒绝了。</translation>
    </message>
    <message>
        <source>The answer could not be understood.</source>
        <translation>无法理解应答。</translation>
    </message>
    <message>
        <source>The connection broke, so the result is unknown.</source>
        <translation>连接中断，结果未知。</translation>
    </message>
    <message>
        <source>The sandbox is not ready.</source>
        <translation>沙箱未就绪。</translation>
    </message>
    <message>
        <source>request %1</source>
        <translation>请求 %1</translation>
    </message>
    <message>
        <source>The folder %1 could not be made. %2</source>
        <translation>无法创建文件夹 %1。%2</translation>
    </message>
    <message>
        <source>%1 already exists. Choose another name.</source>
        <translation>%1 已存在。请另选名称。</translation>
    </message>
    <message>
        <source>The name is taken.</source>
        <translation>名称已被占用。</translation>
    </message>
    <message>
        <source>%1 could not be made. %2</source>
        <translation>无法创建 %1。%2</translation>
    </message>
    <message>
        <source>%1 was not renamed. %2</source>
        <translation>未能重命名 %1。%2</translation>
    </message>
    <message>
        <source>%1 was not renamed, because %2 already exists here.</source>
        <translation>未能重命名 %1，因为这里已有 %2。</translation>
    </message>
    <message>
        <source>%1 cannot be moved into itself.</source>
        <translation>无法将 %1 移动到自身之中。</translation>
    </message>
    <message>
        <source>The folder lies inside what is moved.</source>
        <translation>该文件夹位于要移动的内容之中。</translation>
    </message>
    <message>
        <source>Nothing was moved, because %1 already has %2. Rename one of them first.</source>
        <translation>没有移动任何内容，因为 %1 中已有 %2。请先重命名其中之一。</translation>
    </message>
    <message>
        <source>Not everything was moved to %1. %2</source>
        <translation>并非全部都移动到了 %1。%2</translation>
    </message>
    <message>
        <source>Not everything was deleted. %1</source>
        <translation>并非全部都已删除。%1</translation>
    </message>
    <message>
        <source>The permissions of %1 are as before. %2</source>
        <translation>%1 的权限未变。%2</translation>
    </message>
    <message>
        <source>This connection cannot follow links.</source>
        <translation>此连接无法跟随链接。</translation>
    </message>
    <message>
        <source>The link %1 could not be followed. %2</source>
        <translation>无法跟随链接 %1。%2</translation>
    </message>
    <message>
        <source>%1 leads to nothing.</source>
        <translation>%1 指向的位置不存在。</translation>
    </message>
</context>
<context>
    <name>Files::FilesDocument</name>
    <message>
        <source>Filter or *.csv</source>
        <translation>筛选或 *.csv</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Ready. The selected files can be dragged to other programs now.</source>
        <translation>已就绪。现在可以把选中的文件拖到其他程序。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 could not be listed. %2</source>
        <translation>无法列出 %1。%2</translation>
    </message>
    <message>
        <source>The files of %1 cannot be reached. %2</source>
        <translation>无法访问 %1 的文件。%2</translation>
    </message>
    <message>
        <source>%1 The list is as of %2.</source>
        <translation>%1 列表截至 %2。</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Clear filter (%L1 hidden)</source>
        <translation>清除筛选（隐藏 %L1 项）</translation>
    </message>
    <message>
        <source>Nothing matches.</source>
        <translation>没有匹配项。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln items are hidden by the filter.</source>
        <translation>
            <numerusform>筛选隐藏了 %Ln 项。</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing is known about this folder yet.</source>
        <translation>对此文件夹尚一无所知。</translation>
    </message>
    <message>
        <source>Try again, or choose another folder above.</source>
        <translation>请重试，或在上方选择其他文件夹。</translation>
    </message>
    <message>
        <source>This folder is empty.</source>
        <translation>此文件夹是空的。</translation>
    </message>
    <message>
        <source>Drop files here to upload them.</source>
        <translation>把文件拖放到这里即可上传。</translation>
    </message>
    <message>
        <source>Listing %1</source>
        <translation>正在列出 %1</translation>
    </message>
    <message>
        <source>Connecting to %1</source>
        <translation>正在连接 %1</translation>
    </message>
    <message numerus="yes">
        <source>%L1 of %Ln items</source>
        <translation>
            <numerusform>%L1 / %Ln 项</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln items</source>
        <translation>
            <numerusform>%Ln 项</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln selected, %1</source>
        <translation>
            <numerusform>已选 %Ln 项，%1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln selected</source>
        <translation>
            <numerusform>已选 %Ln 项</numerusform>
        </translation>
    </message>
    <message>
        <source>“new” and “changed” since %1</source>
        <translation>“新”和“已更改”自 %1 起</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message numerus="yes">
        <source>%Ln items are selected.</source>
        <translation>
            <numerusform>已选择 %Ln 项。</numerusform>
        </translation>
    </message>
    <message>
        <source>Their files have %1.</source>
        <translation>其中文件共 %1。</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>后退</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前进</translation>
    </message>
    <message>
        <source>Up to the parent folder</source>
        <translation>上级文件夹</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>刷新</translation>
    </message>
    <message>
        <source>Upload</source>
        <translation>上传</translation>
    </message>
    <message>
        <source>Files…</source>
        <translation>文件…</translation>
    </message>
    <message>
        <source>Folder…</source>
        <translation>文件夹…</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>下载</translation>
    </message>
    <message>
        <source>New file…</source>
        <translation>新建文件…</translation>
    </message>
    <message>
        <source>New folder…</source>
        <translation>新建文件夹…</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Cut</source>
        <translation>剪切</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>粘贴</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Terminal here</source>
        <translation>在此打开终端</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>预览</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Type a path</source>
        <translation>输入路径</translation>
    </message>
    <message>
        <source>Bookmark this folder</source>
        <translation>为此文件夹添加书签</translation>
    </message>
    <message>
        <source>Copy path</source>
        <translation>复制路径</translation>
    </message>
    <message>
        <source>Prepare for dragging out</source>
        <translation>准备拖出</translation>
    </message>
    <message>
        <source>Insert read code in notebook</source>
        <translation>在笔记本中插入读取代码</translation>
    </message>
    <message>
        <source>Mark changes from now on</source>
        <translation>从现在起标记更改</translation>
    </message>
    <message>
        <source>The sandbox is not connected.</source>
        <translation>沙箱未连接。</translation>
    </message>
    <message>
        <source>Nothing is selected.</source>
        <translation>未选择任何内容。</translation>
    </message>
    <message>
        <source>Select one file only.</source>
        <translation>请只选择一个文件。</translation>
    </message>
    <message>
        <source>Pipes, sockets and devices cannot be downloaded.</source>
        <translation>管道、套接字和设备无法下载。</translation>
    </message>
    <message>
        <source>This is the first folder.</source>
        <translation>这是第一个文件夹。</translation>
    </message>
    <message>
        <source>This is the latest folder.</source>
        <translation>这是最近的文件夹。</translation>
    </message>
    <message>
        <source>This is the topmost folder.</source>
        <translation>这是最上级的文件夹。</translation>
    </message>
    <message>
        <source>Only files can be read.</source>
        <translation>只能读取文件。</translation>
    </message>
    <message>
        <source>The clipboard holds no files.</source>
        <translation>剪贴板中没有文件。</translation>
    </message>
    <message>
        <source>%1 is a pipe, a socket or a device. There is nothing to open.</source>
        <translation>%1 是管道、套接字或设备。没有可打开的内容。</translation>
    </message>
    <message>
        <source>Delete %1?</source>
        <translation>删除 %1？</translation>
    </message>
    <message numerus="yes">
        <source>Delete %Ln items?</source>
        <translation>
            <numerusform>删除 %Ln 项？</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln folders go with everything in them.</source>
        <translation>
            <numerusform>%Ln 个文件夹及其全部内容会一并删除。</numerusform>
        </translation>
    </message>
    <message>
        <source>This cannot be undone.</source>
        <translation>此操作无法撤销。</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Delete %L1</source>
        <translation>删除 %L1 项</translation>
    </message>
    <message>
        <source>Download %1</source>
        <translation>下载 %1</translation>
    </message>
    <message numerus="yes">
        <source>Download %Ln items to a folder</source>
        <translation>
            <numerusform>下载 %Ln 项到文件夹</numerusform>
        </translation>
    </message>
    <message>
        <source>Download here</source>
        <translation>下载到这里</translation>
    </message>
    <message>
        <source>There is no place to prepare the files: %1</source>
        <translation>没有位置准备文件：%1</translation>
    </message>
    <message numerus="yes">
        <source>Downloading %Ln items. They can be dragged out when that is done.</source>
        <translation>
            <numerusform>正在下载 %Ln 项。完成后即可拖出。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Cut %Ln items. Paste them into another folder to move them.</source>
        <translation>
            <numerusform>已剪切 %Ln 项。粘贴到其他文件夹即可移动。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Copied %Ln items.</source>
        <translation>
            <numerusform>已复制 %Ln 项。</numerusform>
        </translation>
    </message>
    <message>
        <source>The sandbox these files are in is not connected.</source>
        <translation>这些文件所在的沙箱未连接。</translation>
    </message>
    <message>
        <source>%1 cannot be copied into itself.</source>
        <translation>无法将 %1 复制到自身之中。</translation>
    </message>
    <message>
        <source>Copied between sandboxes. The originals stay where they are.</source>
        <translation>已在沙箱之间复制。原文件保持不变。</translation>
    </message>
    <message>
        <source>new-folder</source>
        <translation>new-folder</translation>
    </message>
    <message>
        <source>new-file.txt</source>
        <translation>new-file.txt</translation>
    </message>
    <message>
        <source>Permissions</source>
        <translation>权限</translation>
    </message>
</context>
<context>
    <name>Files::FilesPane</name>
    <message>
        <source>Sandbox</source>
        <translation>沙箱</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Bookmarks</source>
        <translation>书签</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>刷新</translation>
    </message>
    <message>
        <source>New folder</source>
        <translation>新建文件夹</translation>
    </message>
    <message>
        <source>new-folder</source>
        <translation>new-folder</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Remove bookmark</source>
        <translation>移除书签</translation>
    </message>
    <message>
        <source>Bookmark</source>
        <translation>书签</translation>
    </message>
    <message>
        <source>The files cannot be reached.</source>
        <translation>无法访问文件。</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>No sandboxes yet. Their files appear here.</source>
        <translation>还没有沙箱。其文件会显示在这里。</translation>
    </message>
    <message>
        <source>Choose a sandbox to see its files.</source>
        <translation>选择沙箱即可查看其文件。</translation>
    </message>
    <message>
        <source>Connecting</source>
        <translation>连接中</translation>
    </message>
    <message>
        <source>As of %1</source>
        <translation>截至 %1</translation>
    </message>
    <message>
        <source>Could not be listed</source>
        <translation>无法列出</translation>
    </message>
    <message>
        <source>Listed %1</source>
        <translation>列出于 %1</translation>
    </message>
    <message>
        <source>Upload folder…</source>
        <translation>上传文件夹…</translation>
    </message>
    <message>
        <source>Upload files…</source>
        <translation>上传文件…</translation>
    </message>
</context>
<context>
    <name>Files::FilesPart</name>
    <message>
        <source>The sandbox is not there any more.</source>
        <translation>沙箱已不在。</translation>
    </message>
    <message>
        <source>The sandbox stopped meanwhile.</source>
        <translation>沙箱在此期间已停止。</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Transfers</source>
        <translation>传输</translation>
    </message>
    <message numerus="yes">
        <source>%Ln transfers, %1</source>
        <translation>
            <numerusform>%Ln 个传输，%1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln transfers</source>
        <translation>
            <numerusform>%Ln 个传输</numerusform>
        </translation>
    </message>
    <message>
        <source>Show the transfers</source>
        <translation>显示传输</translation>
    </message>
    <message numerus="yes">
        <source>%Ln transfers are not done. Quitting cancels them.</source>
        <translation>
            <numerusform>有 %Ln 个传输未完成。退出会取消它们。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Files::PathField</name>
    <message>
        <source>Path</source>
        <translation>路径</translation>
    </message>
    <message>
        <source>Path as text</source>
        <translation>路径文本</translation>
    </message>
    <message>
        <source>Click to type a path (Ctrl+L)</source>
        <translation>点击输入路径（Ctrl+L）</translation>
    </message>
    <message>
        <source>Remove the bookmark (Ctrl+D)</source>
        <translation>移除书签（Ctrl+D）</translation>
    </message>
    <message>
        <source>Bookmark this folder (Ctrl+D)</source>
        <translation>为此文件夹添加书签（Ctrl+D）</translation>
    </message>
</context>
<context>
    <name>Files::TransferModel</name>
    <message>
        <source>Queued</source>
        <translation>排队</translation>
    </message>
    <message>
        <source>Looking what is there</source>
        <translation>正在查看已有内容</translation>
    </message>
    <message>
        <source>Pauses after this file</source>
        <translation>此文件后暂停</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Waiting for your choice</source>
        <translation>等待您的选择</translation>
    </message>
    <message>
        <source>Comparing sizes</source>
        <translation>正在比较大小</translation>
    </message>
    <message>
        <source>Skipped</source>
        <translation>已跳过</translation>
    </message>
    <message numerus="yes">
        <source>Sizes verified, %Ln skipped</source>
        <translation>
            <numerusform>大小已核对，跳过 %Ln 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Sizes verified</source>
        <translation>大小已核对</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>已取消</translation>
    </message>
    <message numerus="yes">
        <source>%Ln files</source>
        <translation>
            <numerusform>%Ln 个文件</numerusform>
        </translation>
    </message>
    <message>
        <source>%1
from %2
to %3</source>
        <translation>%1
从 %2
到 %3</translation>
    </message>
    <message>
        <source>%L1 of %L2 files, %3</source>
        <translation>%L1 / %L2 个文件，%3</translation>
    </message>
    <message>
        <source>Upload</source>
        <translation>上传</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>下载</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Sandbox</source>
        <translation>沙箱</translation>
    </message>
    <message>
        <source>To</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
</context>
<context>
    <name>Files::TransferQueue</name>
    <message>
        <source>The folders could not be made. %1</source>
        <translation>无法创建文件夹。%1</translation>
    </message>
    <message>
        <source>%L1 of %L2 files arrived. %3</source>
        <translation>到达 %L1 / %L2 个文件。%3</translation>
    </message>
    <message>
        <source>%L1 of %L2 files did not arrive. First %3: %4</source>
        <translation>%L1 / %L2 个文件未到达。首个是 %3：%4</translation>
    </message>
</context>
<context>
    <name>Files::TransferView</name>
    <message>
        <source>Pause after this file</source>
        <translation>此文件后暂停</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Try again what is missing</source>
        <translation>重试缺失的部分</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>在文件夹中显示</translation>
    </message>
    <message>
        <source>No transfers.</source>
        <translation>没有传输。</translation>
    </message>
    <message>
        <source>Drop files on a folder of a sandbox to upload them.</source>
        <translation>把文件拖放到沙箱的文件夹即可上传。</translation>
    </message>
</context>
<context>
    <name>Files::TransfersPane</name>
    <message>
        <source>Transfers</source>
        <translation>传输</translation>
    </message>
    <message>
        <source>Pause all</source>
        <translation>全部暂停</translation>
    </message>
    <message>
        <source>Clear finished</source>
        <translation>清除已完成</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Pause after this file</source>
        <translation>此文件后暂停</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>在文件夹中显示</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Cancel the selected transfers</source>
        <translation>取消选中的传输</translation>
    </message>
</context>
<context>
    <name>FindBar</name>
    <message>
        <source>Find</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>Find in cells and outputs</source>
        <translation>在单元格和输出中查找</translation>
    </message>
    <message>
        <source>Replace with</source>
        <translation>替换为</translation>
    </message>
    <message>
        <source>In outputs, too</source>
        <translation>也在输出中</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>Replace all</source>
        <translation>全部替换</translation>
    </message>
    <message numerus="yes">
        <source>%Ln replaced</source>
        <translation>
            <numerusform>已替换 %Ln 处</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln match(es) left</source>
        <translation>
            <numerusform>还有 %Ln 处匹配</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FindLine</name>
    <message>
        <source>Match case</source>
        <translation>区分大小写</translation>
    </message>
    <message>
        <source>Whole words</source>
        <translation>全字匹配</translation>
    </message>
    <message>
        <source>Regular expression</source>
        <translation>正则表达式</translation>
    </message>
    <message>
        <source>Previous match  Shift+F3</source>
        <translation>上一个匹配  Shift+F3</translation>
    </message>
    <message>
        <source>Next match  F3</source>
        <translation>下一个匹配  F3</translation>
    </message>
    <message>
        <source>Close  Esc</source>
        <translation>关闭  Esc</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>正在查找…</translation>
    </message>
    <message>
        <source>Nothing matches</source>
        <translation>没有匹配项</translation>
    </message>
    <message>
        <source>more than %L1</source>
        <translation>超过 %L1</translation>
    </message>
    <message>
        <source>%L1 of %2</source>
        <translation>%L1 / %2</translation>
    </message>
</context>
<context>
    <name>HtmlData</name>
    <message>
        <source>Picture</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>%1 is not shown: pictures from the network are not loaded</source>
        <translation>%1 未显示：不加载来自网络的图片</translation>
    </message>
    <message>
        <source>%1 is not shown: pictures of files are not loaded</source>
        <translation>%1 未显示：不加载文件中的图片</translation>
    </message>
</context>
<context>
    <name>HtmlExport</name>
    <message>
        <source>%1 is not shown: the cell has no such picture</source>
        <translation>%1 未显示：单元格中没有此图片</translation>
    </message>
    <message>
        <source>%L1 lines between</source>
        <translation>中间有 %L1 行</translation>
    </message>
    <message>
        <source>%1 was not written.</source>
        <translation>未能写入 %1。</translation>
    </message>
</context>
<context>
    <name>ImageBlock</name>
    <message>
        <source>Save as…</source>
        <translation>另存为…</translation>
    </message>
    <message>
        <source>Picture, %1 by %2 pixels</source>
        <translation>图片，%1 × %2 像素</translation>
    </message>
    <message>
        <source>Copy picture</source>
        <translation>复制图片</translation>
    </message>
    <message>
        <source>Click to play</source>
        <translation>点击播放</translation>
    </message>
    <message>
        <source>Moving picture, %1 by %2 pixels</source>
        <translation>动态图片，%1 × %2 像素</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>播放</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
</context>
<context>
    <name>ImageDecoder</name>
    <message>
        <source>This SVG cannot be drawn.</source>
        <translation>无法绘制此 SVG。</translation>
    </message>
    <message>
        <source>This SVG is too large to draw.</source>
        <translation>此 SVG 太大，无法绘制。</translation>
    </message>
    <message>
        <source>This picture is too large to show here.</source>
        <translation>此图片太大，无法在此显示。</translation>
    </message>
    <message>
        <source>This picture is damaged or of an unknown kind.</source>
        <translation>此图片已损坏或类型未知。</translation>
    </message>
    <message>
        <source>This picture does not say how large it is.</source>
        <translation>此图片没有说明尺寸。</translation>
    </message>
    <message>
        <source>This picture says it has %1 x %2 pixels, which its size cannot hold.</source>
        <translation>此图片声称有 %1 x %2 像素，与其大小不符。</translation>
    </message>
    <message>
        <source>This picture is damaged or cut off.</source>
        <translation>此图片已损坏或不完整。</translation>
    </message>
    <message>
        <source>This SVG is damaged, or more than can be drawn here.</source>
        <translation>此 SVG 已损坏，或超出此处可绘制的范围。</translation>
    </message>
</context>
<context>
    <name>ImageField</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>InsertBar</name>
    <message>
        <source>Code</source>
        <translation>代码</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Insert code cell</source>
        <translation>插入代码单元格</translation>
    </message>
    <message>
        <source>Insert text cell</source>
        <translation>插入文本单元格</translation>
    </message>
</context>
<context>
    <name>Isolation</name>
    <message>
        <source>Own user, process, file and network namespaces by bubblewrap.</source>
        <translation>由 bubblewrap 提供独立的用户、进程、文件和网络命名空间。</translation>
    </message>
    <message>
        <source>Memory, CPU and process limits by a systemd scope.</source>
        <translation>由 systemd scope 限制内存、CPU 和进程数。</translation>
    </message>
    <message>
        <source>Memory, CPU and process limits by control groups.</source>
        <translation>由控制组限制内存、CPU 和进程数。</translation>
    </message>
    <message>
        <source>Process limits by the kernel, memory limits by a watchdog.</source>
        <translation>由内核限制进程数，由看门狗限制内存。</translation>
    </message>
    <message>
        <source>CPU limits are not enforced; a sandbox may use the CPUs it was assigned fully.</source>
        <translation>不强制 CPU 限制；沙箱可以完全使用分配给它的 CPU。</translation>
    </message>
    <message>
        <source>Disk space is not reserved: a sandbox that fills the disk is stopped, after it did.</source>
        <translation>不预留磁盘空间：写满磁盘的沙箱会在写满之后被停止。</translation>
    </message>
    <message>
        <source>Sandboxes can see the list of this machine&apos;s processes.</source>
        <translation>沙箱可以看到本机的进程列表。</translation>
    </message>
    <message>
        <source>A fresh /proc cannot be mounted here (usual in containers), so sandboxes see the host&apos;s list of processes. They cannot read or stop them. To change that, start the container with --security-opt systempaths=unconfined.</source>
        <translation>此处无法挂载新的 /proc（在容器中很常见），因此沙箱能看到主机的进程列表，但无法读取或停止这些进程。要改变这一点，请用 --security-opt systempaths=unconfined 启动容器。</translation>
    </message>
    <message>
        <source>No API key is set: every program of this machine can use this server.</source>
        <translation>未设置 API 密钥：本机的每个程序都能使用此服务器。</translation>
    </message>
    <message>
        <source>Neither systemd nor a writable control group is available, so memory limits are kept by a watchdog and CPU shares are not enforced.</source>
        <translation>既没有 systemd 也没有可写的控制组，因此内存限制由看门狗维持，CPU 份额不被强制。</translation>
    </message>
</context>
<context>
    <name>IsolationDialog</name>
    <message>
        <source>Process isolation</source>
        <translation>进程隔离</translation>
    </message>
    <message>
        <source>The local runtime does not run, so nothing is known about its isolation. Start it with Retry in the Sandboxes list.</source>
        <translation>本地运行时未运行，因此隔离情况未知。请在沙箱列表中用“重试”启动它。</translation>
    </message>
    <message>
        <source>Enforced for each sandbox on this computer</source>
        <translation>对本机每个沙箱强制执行</translation>
    </message>
    <message>
        <source>Your files, your other programs and this computer&apos;s network are out of reach unless you allow the network.</source>
        <translation>除非您允许网络，否则无法接触您的文件、其他程序和本机网络。</translation>
    </message>
    <message>
        <source>Not enforced</source>
        <translation>未强制执行</translation>
    </message>
    <message>
        <source>Nothing is missing on this computer.</source>
        <translation>本机没有缺失项。</translation>
    </message>
    <message>
        <source>Not enforced on this computer</source>
        <translation>本机未强制执行</translation>
    </message>
    <message>
        <source>What the runtime says</source>
        <translation>运行时的说明</translation>
    </message>
    <message>
        <source>Sandboxes of other servers are isolated by those servers.</source>
        <translation>其他服务器的沙箱由那些服务器隔离。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>JsonBlock</name>
    <message>
        <source>%L1 more</source>
        <translation>还有 %L1 个</translation>
    </message>
    <message>
        <source>Unfold all</source>
        <translation>全部展开</translation>
    </message>
    <message>
        <source>Fold all</source>
        <translation>全部折叠</translation>
    </message>
    <message numerus="yes">
        <source>[%Ln item(s)]</source>
        <translation>
            <numerusform>[%Ln 项]</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{%Ln entry(s)}</source>
        <translation>
            <numerusform>{%Ln 个条目}</numerusform>
        </translation>
    </message>
    <message>
        <source>Fold or unfold</source>
        <translation>折叠或展开</translation>
    </message>
</context>
<context>
    <name>KeysDialog</name>
    <message>
        <source>Keys of the notebook</source>
        <translation>笔记本按键</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Filter the keys</source>
        <translation>筛选按键</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>Works</source>
        <translation>生效</translation>
    </message>
    <message>
        <source>New keys</source>
        <translation>新按键</translation>
    </message>
    <message>
        <source>Use these keys</source>
        <translation>使用这些按键</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>Reset all</source>
        <translation>全部重置</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>always</source>
        <translation>始终</translation>
    </message>
    <message>
        <source>command mode</source>
        <translation>命令模式</translation>
    </message>
    <message>
        <source>%1 has these keys.</source>
        <translation>%1 已使用这些按键。</translation>
    </message>
    <message>
        <source>It works while a cell is edited, where this key types.</source>
        <translation>编辑单元格时也生效，而此键会输入文字。</translation>
    </message>
    <message>
        <source>while editing</source>
        <translation>编辑时</translation>
    </message>
    <message>
        <source>in the list of completions</source>
        <translation>在补全列表中</translation>
    </message>
    <message>
        <source>letters in command mode</source>
        <translation>字母仅在命令模式</translation>
    </message>
</context>
<context>
    <name>KillDialog</name>
    <message numerus="yes">
        <source>Kill %n sandbox(es)?</source>
        <translation>
            <numerusform>终止 %n 个沙箱？</numerusform>
        </translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>以及另外 %1 个</translation>
    </message>
    <message>
        <source>Their files and variables are gone then.</source>
        <translation>其文件和变量会随之丢失。</translation>
    </message>
    <message>
        <source>%1 go with them.</source>
        <translation>%1 会一并丢失。</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>Type %1 to confirm.</source>
        <translation>输入 %1 以确认。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Kill %1</source>
        <translation>终止 %1</translation>
    </message>
    <message>
        <source>Type %1 first.</source>
        <translation>请先输入 %1。</translation>
    </message>
</context>
<context>
    <name>Lists</name>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 等另外 %2 个</translation>
    </message>
</context>
<context>
    <name>LocalRuntime</name>
    <message>
        <source>The local runtime did not start within %1 s.</source>
        <translation>本地运行时未能在 %1 秒内启动。</translation>
    </message>
    <message>
        <source>Retry. If it stays, restart the computer or look for a program that holds it back.</source>
        <translation>请重试。若仍然如此，请重启计算机，或查找阻碍它的程序。</translation>
    </message>
    <message>
        <source>Its last words: %1</source>
        <translation>它最后的输出：%1</translation>
    </message>
    <message>
        <source>The local runtime (opensandbox-local) is not installed.</source>
        <translation>未安装本地运行时（opensandbox-local）。</translation>
    </message>
    <message>
        <source>Install it beside this program, or set OPENSANDBOX_LOCAL to its place.</source>
        <translation>请将它安装在本程序旁边，或用 OPENSANDBOX_LOCAL 指定位置。</translation>
    </message>
    <message>
        <source>The local runtime cannot be started: %1</source>
        <translation>无法启动本地运行时：%1</translation>
    </message>
    <message>
        <source>Check that %1 is there and may be executed.</source>
        <translation>请检查 %1 是否存在并可执行。</translation>
    </message>
    <message>
        <source>The local runtime cannot start here and gives no reason.</source>
        <translation>本地运行时无法在此启动，且没有说明原因。</translation>
    </message>
    <message>
        <source>The local runtime answered something that cannot be understood: %1</source>
        <translation>本地运行时的应答无法理解：%1</translation>
    </message>
    <message>
        <source>Check that opensandbox-local belongs to this version of the program.</source>
        <translation>请检查 opensandbox-local 是否属于本程序的这一版本。</translation>
    </message>
    <message>
        <source>The local runtime crashed.</source>
        <translation>本地运行时崩溃了。</translation>
    </message>
    <message>
        <source>The local runtime ended with exit code %1.</source>
        <translation>本地运行时已结束，退出代码 %1。</translation>
    </message>
    <message>
        <source>Retry. &apos;Copy diagnostics&apos; has what it wrote.</source>
        <translation>请重试。“复制诊断信息”包含它的输出。</translation>
    </message>
    <message>
        <source>It was restarted %1 times.</source>
        <translation>它已被重启 %1 次。</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Operate</source>
        <translation>管理</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>编码</translation>
    </message>
    <message>
        <source>Watch</source>
        <translation>监视</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>布局</translation>
    </message>
    <message>
        <source>Operate  Ctrl+Alt+1</source>
        <translation>管理  Ctrl+Alt+1</translation>
    </message>
    <message>
        <source>Code  Ctrl+Alt+2</source>
        <translation>编码  Ctrl+Alt+2</translation>
    </message>
    <message>
        <source>Watch  Ctrl+Alt+3</source>
        <translation>监视  Ctrl+Alt+3</translation>
    </message>
    <message>
        <source>New sandbox</source>
        <translation>新建沙箱</translation>
    </message>
    <message>
        <source>New sandbox  %1</source>
        <translation>新建沙箱  %1</translation>
    </message>
    <message>
        <source>Tabs</source>
        <translation>标签页</translation>
    </message>
    <message>
        <source>Nothing is open.</source>
        <translation>没有打开任何内容。</translation>
    </message>
    <message>
        <source>Open a notebook, or drop an .ipynb file here.</source>
        <translation>打开笔记本，或把 .ipynb 文件拖放到这里。</translation>
    </message>
    <message>
        <source>New notebook</source>
        <translation>新建笔记本</translation>
    </message>
    <message>
        <source>Open file</source>
        <translation>打开文件</translation>
    </message>
    <message>
        <source>Copy path</source>
        <translation>复制路径</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>最近打开(&amp;R)</translation>
    </message>
    <message>
        <source>Nothing to save is open.</source>
        <translation>没有打开可保存的内容。</translation>
    </message>
    <message>
        <source>No tab is open.</source>
        <translation>没有打开的标签页。</translation>
    </message>
    <message>
        <source>No tab was closed.</source>
        <translation>没有关闭过标签页。</translation>
    </message>
    <message>
        <source>OpenSandbox Workbench</source>
        <translation>OpenSandbox Workbench</translation>
    </message>
    <message>
        <source>Show %1</source>
        <translation>显示 %1</translation>
    </message>
    <message>
        <source>Move to the left dock</source>
        <translation>移到左侧面板</translation>
    </message>
    <message>
        <source>Move to the right dock</source>
        <translation>移到右侧面板</translation>
    </message>
    <message>
        <source>Move to the bottom dock</source>
        <translation>移到底部面板</translation>
    </message>
    <message>
        <source>Move to the bottom dock, right side</source>
        <translation>移到底部面板右侧</translation>
    </message>
    <message>
        <source>Hide this dock</source>
        <translation>隐藏此面板</translation>
    </message>
    <message>
        <source>Notifications</source>
        <translation>通知</translation>
    </message>
    <message>
        <source>No notifications yet</source>
        <translation>还没有通知</translation>
    </message>
    <message>
        <source>A side of its own needs a second tab here.</source>
        <translation>要单独成为一侧，这里需要第二个标签页。</translation>
    </message>
    <message>
        <source>There is one side only. Split it first.</source>
        <translation>只有一侧。请先拆分。</translation>
    </message>
</context>
<context>
    <name>MemoryField</name>
    <message>
        <source>%1 MiB</source>
        <translation>%1 MiB</translation>
    </message>
    <message>
        <source>%1 GiB</source>
        <translation>%1 GiB</translation>
    </message>
</context>
<context>
    <name>MetricsBoard</name>
    <message>
        <source>%1 CPU · %2 GiB</source>
        <translation>%1 CPU · %2 GiB</translation>
    </message>
    <message>
        <source>1 m</source>
        <translation>1 分</translation>
    </message>
    <message>
        <source>5 m</source>
        <translation>5 分</translation>
    </message>
    <message>
        <source>15 m</source>
        <translation>15 分</translation>
    </message>
    <message>
        <source>1 h</source>
        <translation>1 小时</translation>
    </message>
    <message>
        <source>Sandboxes</source>
        <translation>沙箱</translation>
    </message>
    <message>
        <source>No sandbox on this board</source>
        <translation>此面板上没有沙箱</translation>
    </message>
    <message>
        <source>Choose running sandboxes to watch their CPU and memory.</source>
        <translation>选择运行中的沙箱以查看其 CPU 和内存。</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>as the sandbox kernel reports it</source>
        <translation>由沙箱内核报告</translation>
    </message>
    <message>
        <source>On shared hosts the figures can include neighbours. Watching may keep a sandbox alive where the server renews on access.</source>
        <translation>在共享主机上，数字可能包含邻居。若服务器在访问时续期，查看可能使沙箱保持存活。</translation>
    </message>
    <message>
        <source>CPU %</source>
        <translation>CPU %</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>No sandboxes</source>
        <translation>没有沙箱</translation>
    </message>
    <message>
        <source>Charts</source>
        <translation>图表</translation>
    </message>
</context>
<context>
    <name>MetricsChart</name>
    <message>
        <source>%1 MiB</source>
        <translation>%1 MiB</translation>
    </message>
    <message>
        <source>%1 GiB</source>
        <translation>%1 GiB</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>%1: no figures yet</source>
        <translation>%1：尚无数据</translation>
    </message>
    <message>
        <source>%1: %2, between %3 and %4</source>
        <translation>%1：%2，介于 %3 和 %4 之间</translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>共 %1</translation>
    </message>
    <message numerus="yes">
        <source>of %Ln core(s)</source>
        <translation>
            <numerusform>共 %Ln 核</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>NewSandboxDialog</name>
    <message>
        <source>This computer has %1 GiB.</source>
        <translation>此计算机有 %1 GiB。</translation>
    </message>
    <message>
        <source>New sandbox</source>
        <translation>新建沙箱</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>30 min</source>
        <translation>30 分</translation>
    </message>
    <message>
        <source>1 h</source>
        <translation>1 小时</translation>
    </message>
    <message>
        <source>4 h</source>
        <translation>4 小时</translation>
    </message>
    <message>
        <source>24 h</source>
        <translation>24 小时</translation>
    </message>
    <message>
        <source>Until…</source>
        <translation>直到…</translation>
    </message>
    <message>
        <source>No limit</source>
        <translation>无限制</translation>
    </message>
    <message>
        <source>Ends at</source>
        <translation>结束于</translation>
    </message>
    <message>
        <source> cores</source>
        <translation> 核</translation>
    </message>
    <message>
        <source>Advanced</source>
        <translation>高级</translation>
    </message>
    <message>
        <source>Find a setting</source>
        <translation>查找设置</translation>
    </message>
    <message>
        <source>Variable</source>
        <translation>变量</translation>
    </message>
    <message>
        <source>NAME</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Server&apos;s default</source>
        <translation>服务器默认</translation>
    </message>
    <message>
        <source>Allow all</source>
        <translation>全部允许</translation>
    </message>
    <message>
        <source>Deny unless listed</source>
        <translation>仅允许列出的</translation>
    </message>
    <message>
        <source>No network</source>
        <translation>无网络</translation>
    </message>
    <message>
        <source>pkgs.example.org *.cdn.example.org</source>
        <translation>pkgs.example.org *.cdn.example.org</translation>
    </message>
    <message>
        <source>Allowed hosts, separated by spaces</source>
        <translation>允许的主机，以空格分隔</translation>
    </message>
    <message>
        <source>Pair</source>
        <translation>键值对</translation>
    </message>
    <message>
        <source>key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>Entrypoint</source>
        <translation>入口命令</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>环境变量</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>Metadata</source>
        <translation>元数据</translation>
    </message>
    <message>
        <source>variable</source>
        <translation>变量</translation>
    </message>
    <message>
        <source>secret</source>
        <translation>机密</translation>
    </message>
    <message>
        <source>token</source>
        <translation>令牌</translation>
    </message>
    <message>
        <source>egress</source>
        <translation>出站</translation>
    </message>
    <message>
        <source>host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>deny</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>allow</source>
        <translation>允许</translation>
    </message>
    <message>
        <source>internet</source>
        <translation>互联网</translation>
    </message>
    <message>
        <source>label</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>tag</source>
        <translation>标记</translation>
    </message>
    <message>
        <source>owner</source>
        <translation>所有者</translation>
    </message>
    <message>
        <source>command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>start</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>Open a notebook in it</source>
        <translation>在其中打开笔记本</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Create</source>
        <translation>创建</translation>
    </message>
    <message>
        <source>Runs until it is killed.</source>
        <translation>一直运行，直到被终止。</translation>
    </message>
    <message>
        <source>At least 60 s from now.</source>
        <translation>至少从现在起 60 秒。</translation>
    </message>
    <message>
        <source>today at %1</source>
        <translation>今天 %1</translation>
    </message>
    <message>
        <source>tomorrow at %1</source>
        <translation>明天 %1</translation>
    </message>
    <message>
        <source>on %1 at %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>Ends %1 (%2 UTC). You can renew at any time.</source>
        <translation>于%1结束（%2 UTC）。可随时续期。</translation>
    </message>
    <message>
        <source>Contains %1.</source>
        <translation>包含 %1。</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message numerus="yes">
        <source>%n variable(s)</source>
        <translation>
            <numerusform>%n 个变量</numerusform>
        </translation>
    </message>
    <message>
        <source>server&apos;s default</source>
        <translation>服务器默认</translation>
    </message>
    <message>
        <source>server&apos;s default: none</source>
        <translation>服务器默认：无</translation>
    </message>
    <message>
        <source>all allowed</source>
        <translation>全部允许</translation>
    </message>
    <message>
        <source>deny by default, %1 allowed</source>
        <translation>默认拒绝，允许 %1 个</translation>
    </message>
    <message numerus="yes">
        <source>%n field(s) need another value</source>
        <translation>
            <numerusform>%n 个字段需要其他值</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>No connection</source>
        <translation>没有连接</translation>
    </message>
    <message>
        <source>Accepted by the rules of %1</source>
        <translation>符合 %1 的规则</translation>
    </message>
    <message>
        <source>%1 does not answer now.</source>
        <translation>%1 现在没有应答。</translation>
    </message>
    <message>
        <source>Add a connection first.</source>
        <translation>请先添加连接。</translation>
    </message>
    <message>
        <source>Run in background</source>
        <translation>后台运行</translation>
    </message>
    <message>
        <source>request %1</source>
        <translation>请求 %1</translation>
    </message>
    <message>
        <source>Edit and retry</source>
        <translation>修改并重试</translation>
    </message>
    <message>
        <source>Settings of the sandbox</source>
        <translation>沙箱设置</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>名称(&amp;N)</translation>
    </message>
    <message>
        <source>C&amp;onnection</source>
        <translation>连接(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Image</source>
        <translation>镜像(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Lifetime</source>
        <translation>存活时间(&amp;L)</translation>
    </message>
    <message>
        <source>C&amp;PU</source>
        <translation>C&amp;PU</translation>
    </message>
    <message>
        <source>&amp;Memory</source>
        <translation>内存(&amp;M)</translation>
    </message>
</context>
<context>
    <name>Notebook::Document</name>
    <message>
        <source>This file is UTF-16 text. Notebooks are UTF-8.</source>
        <translation>此文件是 UTF-16 文本。笔记本是 UTF-8。</translation>
    </message>
    <message>
        <source>Convert it to UTF-8, then open it again.</source>
        <translation>请转换为 UTF-8 后重新打开。</translation>
    </message>
    <message>
        <source>This file is empty.</source>
        <translation>此文件是空的。</translation>
    </message>
    <message>
        <source>This file has nothing but white space.</source>
        <translation>此文件只有空白。</translation>
    </message>
    <message>
        <source>Start a new notebook, or restore an earlier copy of this file.</source>
        <translation>请新建笔记本，或恢复此文件的早期副本。</translation>
    </message>
    <message>
        <source>This file has the marks of an unfinished merge.</source>
        <translation>此文件含有未完成合并的标记。</translation>
    </message>
    <message>
        <source>Open it as text, keep one side of each conflict and remove the lines with &lt;&lt;&lt;&lt;&lt;&lt;&lt;, ======= and &gt;&gt;&gt;&gt;&gt;&gt;&gt;.</source>
        <translation>以文本打开，保留每处冲突的一侧，并删除带有 &lt;&lt;&lt;&lt;&lt;&lt;&lt;、======= 和 &gt;&gt;&gt;&gt;&gt;&gt;&gt; 的行。</translation>
    </message>
    <message>
        <source>This file is not a notebook, because it is not valid JSON: %1.</source>
        <translation>此文件不是笔记本，因为它不是有效的 JSON：%1。</translation>
    </message>
    <message>
        <source>Open it as text to look at line %1.</source>
        <translation>以文本打开，查看第 %1 行。</translation>
    </message>
    <message>
        <source>Open it as text to look at it.</source>
        <translation>以文本打开查看。</translation>
    </message>
    <message>
        <source>This file is JSON, but not a notebook: it has no &quot;nbformat&quot;.</source>
        <translation>此文件是 JSON，但不是笔记本：缺少 &quot;nbformat&quot;。</translation>
    </message>
    <message>
        <source>This notebook has format %1. This program knows formats up to 4.</source>
        <translation>此笔记本的格式为 %1。本程序最高支持格式 4。</translation>
    </message>
    <message>
        <source>Save it as format 4 in the program that wrote it.</source>
        <translation>请在写入它的程序中另存为格式 4。</translation>
    </message>
    <message>
        <source>This notebook has format %1, which is too old.</source>
        <translation>此笔记本的格式 %1 太旧。</translation>
    </message>
    <message>
        <source>This notebook has no list of cells.</source>
        <translation>此笔记本没有单元格列表。</translation>
    </message>
    <message>
        <source>Cell %1 is not a cell.</source>
        <translation>单元格 %1 不是单元格。</translation>
    </message>
    <message>
        <source>This notebook had the old format %1 and was converted. Save it under a new name to keep the original.</source>
        <translation>此笔记本原为旧格式 %1，已转换。请另存为新名称以保留原件。</translation>
    </message>
    <message>
        <source>This notebook was written by a newer program (format 4.%1). What is unknown here is kept.</source>
        <translation>此笔记本由更新的程序写入（格式 4.%1）。未知内容会保留。</translation>
    </message>
    <message>
        <source>Cell %1 has the unknown kind &quot;%2&quot;. It is kept as it is.</source>
        <translation>单元格 %1 的类型 &quot;%2&quot; 未知。保持原样。</translation>
    </message>
    <message>
        <source>Some cells have entries that the format does not know (%1). They are kept.</source>
        <translation>一些单元格含有格式未定义的条目（%1）。它们会保留。</translation>
    </message>
    <message numerus="yes">
        <source>%n cell(s) had no valid id of their own. New ids are written with the next change.</source>
        <translation>
            <numerusform>%n 个单元格没有有效的 ID。下次更改时会写入新 ID。</numerusform>
        </translation>
    </message>
    <message>
        <source>Insert cell</source>
        <translation>插入单元格</translation>
    </message>
    <message numerus="yes">
        <source>Delete %n cell(s)</source>
        <translation>
            <numerusform>删除 %n 个单元格</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Move %n cell(s)</source>
        <translation>
            <numerusform>移动 %n 个单元格</numerusform>
        </translation>
    </message>
    <message>
        <source>Split cell</source>
        <translation>拆分单元格</translation>
    </message>
    <message numerus="yes">
        <source>Merge %n cell(s)</source>
        <translation>
            <numerusform>合并 %n 个单元格</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Change the kind of %n cell(s)</source>
        <translation>
            <numerusform>更改 %n 个单元格的类型</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Duplicate %n cell(s)</source>
        <translation>
            <numerusform>复制 %n 个单元格</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Paste %n cell(s)</source>
        <translation>
            <numerusform>粘贴 %n 个单元格</numerusform>
        </translation>
    </message>
    <message>
        <source>Clear outputs</source>
        <translation>清除输出</translation>
    </message>
    <message>
        <source>Edit cell</source>
        <translation>编辑单元格</translation>
    </message>
    <message>
        <source>Change cell settings</source>
        <translation>更改单元格设置</translation>
    </message>
    <message>
        <source>Change notebook settings</source>
        <translation>更改笔记本设置</translation>
    </message>
    <message>
        <source>Bring back outputs</source>
        <translation>恢复输出</translation>
    </message>
    <message>
        <source>These are the outputs of an earlier run</source>
        <translation>这些是较早一次运行的输出</translation>
    </message>
    <message>
        <source>Undo shows those of the last one again.</source>
        <translation>撤销可再次显示最近一次的输出。</translation>
    </message>
</context>
<context>
    <name>Notebook::File</name>
    <message>
        <source>There is no file %1.</source>
        <translation>没有文件 %1。</translation>
    </message>
    <message>
        <source>It may have been moved or deleted. Choose another file.</source>
        <translation>它可能已被移动或删除。请选择其他文件。</translation>
    </message>
    <message>
        <source>You may not read %1.</source>
        <translation>您无权读取 %1。</translation>
    </message>
    <message>
        <source>Change its permissions, or open it as its owner.</source>
        <translation>请更改权限，或以所有者身份打开。</translation>
    </message>
    <message>
        <source>%1 is a folder.</source>
        <translation>%1 是文件夹。</translation>
    </message>
    <message>
        <source>Choose a file in it.</source>
        <translation>请选择其中的文件。</translation>
    </message>
    <message>
        <source>%1 cannot be read: %2.</source>
        <translation>无法读取 %1：%2。</translation>
    </message>
    <message>
        <source>Try again, or copy the file to another disk.</source>
        <translation>请重试，或把文件复制到其他磁盘。</translation>
    </message>
    <message>
        <source>%1 was not saved: there is no space left on its disk.</source>
        <translation>未能保存 %1：磁盘空间不足。</translation>
    </message>
    <message>
        <source>Free some space, or save to another disk. The file on the disk is the old one, your changes are still here.</source>
        <translation>请释放空间，或保存到其他磁盘。磁盘上仍是旧文件，您的更改仍在这里。</translation>
    </message>
    <message>
        <source>%1 was not saved: the file would be larger than allowed.</source>
        <translation>未能保存 %1：文件会超出允许的大小。</translation>
    </message>
    <message>
        <source>Clear some outputs, or save to another disk. The file on the disk is the old one.</source>
        <translation>请清除一些输出，或保存到其他磁盘。磁盘上仍是旧文件。</translation>
    </message>
    <message>
        <source>%1 was not saved: its folder is not writable.</source>
        <translation>未能保存 %1：其文件夹不可写。</translation>
    </message>
    <message>
        <source>Save under another name, or change the permissions of the folder. Your changes are still here.</source>
        <translation>请以其他名称保存，或更改文件夹的权限。您的更改仍在这里。</translation>
    </message>
    <message>
        <source>%1 was not saved: its folder does not exist any more.</source>
        <translation>未能保存 %1：其文件夹已不存在。</translation>
    </message>
    <message>
        <source>Save to another folder.</source>
        <translation>请保存到其他文件夹。</translation>
    </message>
    <message>
        <source>%1 was not saved: it is a folder.</source>
        <translation>未能保存 %1：它是文件夹。</translation>
    </message>
    <message>
        <source>Save under another name.</source>
        <translation>请以其他名称保存。</translation>
    </message>
    <message>
        <source>%1 was not saved: its symbolic links lead in a circle.</source>
        <translation>未能保存 %1：其符号链接形成循环。</translation>
    </message>
    <message>
        <source>%1 was not saved: %2.</source>
        <translation>未能保存 %1：%2。</translation>
    </message>
    <message>
        <source>Try again, or save to another disk. Your changes are still here.</source>
        <translation>请重试，或保存到其他磁盘。您的更改仍在这里。</translation>
    </message>
    <message>
        <source>%1 is not an ordinary file.</source>
        <translation>%1 不是普通文件。</translation>
    </message>
    <message>
        <source>Choose another file.</source>
        <translation>请选择其他文件。</translation>
    </message>
    <message>
        <source>%1 was not saved: the file is protected against writing.</source>
        <translation>%1 未保存：该文件受写保护。</translation>
    </message>
    <message>
        <source>Save under another name, or change its permissions. Your changes are still here.</source>
        <translation>请用其他名称保存，或更改其权限。您的更改仍在这里。</translation>
    </message>
</context>
<context>
    <name>Notebook::Journal</name>
    <message>
        <source>The folder %1 cannot be made.</source>
        <translation>无法创建文件夹 %1。</translation>
    </message>
</context>
<context>
    <name>Notebook::OutputList</name>
    <message>
        <source>The middle of this output is lost</source>
        <translation>此输出的中间部分已丢失</translation>
    </message>
    <message>
        <source>It is too large for memory, and %1 takes no more (%2). Make room there, then run the cell again.</source>
        <translation>它对内存来说太大，而 %1 已无法写入（%2）。请在那里腾出空间，然后重新运行该单元格。</translation>
    </message>
</context>
<context>
    <name>Notebook::RunQueue</name>
    <message>
        <source>a deleted cell</source>
        <translation>已删除的单元格</translation>
    </message>
    <message>
        <source>cell [%1]</source>
        <translation>单元格 [%1]</translation>
    </message>
    <message>
        <source>the cell at %1</source>
        <translation>位于 %1 的单元格</translation>
    </message>
    <message>
        <source>Not run, because %1 failed.</source>
        <translation>未运行，因为 %1 失败了。</translation>
    </message>
    <message>
        <source>Not run, because %1 was interrupted.</source>
        <translation>未运行，因为 %1 被中断。</translation>
    </message>
    <message>
        <source>Not run, because the connection broke while %1 ran.</source>
        <translation>未运行，因为 %1 运行时连接中断。</translation>
    </message>
    <message>
        <source>Not run, because the context of %1 is gone.</source>
        <translation>未运行，因为 %1 的上下文已不在。</translation>
    </message>
    <message>
        <source>Not run.</source>
        <translation>未运行。</translation>
    </message>
</context>
<context>
    <name>Notebook::Search</name>
    <message>
        <source>%1 at character %2</source>
        <translation>第 %2 个字符处：%1</translation>
    </message>
    <message>
        <source>Replace all</source>
        <translation>全部替换</translation>
    </message>
    <message>
        <source>The expression has no group %1</source>
        <translation>表达式没有第 %1 组</translation>
    </message>
</context>
<context>
    <name>Notebook::TextLog</name>
    <message>
        <source>[Output is missing here: neither memory nor the temporary folder could take it.]</source>
        <translation>[此处缺少输出：内存和临时文件夹都无法容纳。]</translation>
    </message>
</context>
<context>
    <name>NotebookDocuments</name>
    <message>
        <source>Ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>Context of the current cell</source>
        <translation>当前单元格的上下文</translation>
    </message>
    <message>
        <source>Variables</source>
        <translation>变量</translation>
    </message>
    <message>
        <source>Outline</source>
        <translation>大纲</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>Untitled-%1.ipynb</source>
        <translation>未命名-%1.ipynb</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%2 中的 %1</translation>
    </message>
    <message>
        <source>Cells in the background end with the program: %1.</source>
        <translation>后台单元格会随程序结束：%1。</translation>
    </message>
    <message>
        <source>Cells in the background go on: %1. Their notebooks show the rest when they are opened again.</source>
        <translation>后台单元格会继续运行：%1。再次打开其笔记本时会显示其余输出。</translation>
    </message>
    <message>
        <source>Contexts</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>%1 in %2 did not end with its notebook. %3</source>
        <translation>%2 中的 %1 没有随其笔记本结束。%3</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Show contexts</source>
        <translation>显示上下文</translation>
    </message>
    <message>
        <source>The workbench stopped while it opened %1, so it was not opened again. Its unsaved changes are kept.</source>
        <translation>上次打开 %1 时工作台停止了响应，因此没有再次打开。未保存的更改已保留。</translation>
    </message>
    <message>
        <source>Open it</source>
        <translation>打开</translation>
    </message>
</context>
<context>
    <name>NotebookRun</name>
    <message>
        <source>There is no connection called &apos;%1&apos;.</source>
        <translation>没有名为“%1”的连接。</translation>
    </message>
    <message>
        <source>%1 has no sandbox &apos;%2&apos;.</source>
        <translation>%1 没有沙箱“%2”。</translation>
    </message>
    <message>
        <source>Name one by its id or name, or leave --sandbox out to make a new one.</source>
        <translation>请用 ID 或名称指定，或省略 --sandbox 以新建。</translation>
    </message>
    <message>
        <source>Making a sandbox (%1) with %2.</source>
        <translation>正在用 %2 创建沙箱（%1）。</translation>
    </message>
    <message>
        <source>The sandbox could not be made.</source>
        <translation>无法创建沙箱。</translation>
    </message>
    <message>
        <source>Running %1 in %2.</source>
        <translation>在 %2 中运行 %1。</translation>
    </message>
    <message>
        <source>
── cell %1 · %2</source>
        <translation>
── 单元格 %1 · %2</translation>
    </message>
    <message>
        <source>It was stopped after %1 s, the limit set by --timeout.</source>
        <translation>它在 %1 秒后被停止，即 --timeout 设定的限制。</translation>
    </message>
    <message>
        <source>✓ %1</source>
        <translation>✓ %1</translation>
    </message>
    <message>
        <source>✗ failed after %1. %2</source>
        <translation>✗ %1 后失败。%2</translation>
    </message>
    <message>
        <source>Interrupting. Press Ctrl+C again to leave at once.</source>
        <translation>正在中断。再按一次 Ctrl+C 立即离开。</translation>
    </message>
    <message>
        <source>
Cells run: %1. Failed: %2.</source>
        <translation>
已运行单元格：%1。失败：%2。</translation>
    </message>
    <message>
        <source>The executed notebook is %1.</source>
        <translation>已执行的笔记本是 %1。</translation>
    </message>
    <message>
        <source>The sandbox %1 goes on.</source>
        <translation>沙箱 %1 继续运行。</translation>
    </message>
    <message>
        <source>Runs a notebook cell by cell and prints its outputs as they come.</source>
        <translation>逐个单元格运行笔记本，并随时打印输出。</translation>
    </message>
    <message>
        <source>The notebook, an .ipynb file.</source>
        <translation>笔记本，.ipynb 文件。</translation>
    </message>
    <message>
        <source>Write the executed notebook to FILE.</source>
        <translation>把执行后的笔记本写入 FILE。</translation>
    </message>
    <message>
        <source>Use this sandbox, by id or name, instead of a new one.</source>
        <translation>使用此沙箱（ID 或名称），而不是新建。</translation>
    </message>
    <message>
        <source>Image of the new sandbox (local).</source>
        <translation>新沙箱的镜像（local）。</translation>
    </message>
    <message>
        <source>Connection to use (local).</source>
        <translation>使用的连接（local）。</translation>
    </message>
    <message>
        <source>Stop a cell after this many seconds.</source>
        <translation>单元格运行这么多秒后停止。</translation>
    </message>
    <message>
        <source>Run the cells after a failed one, too.</source>
        <translation>失败后也继续运行后面的单元格。</translation>
    </message>
    <message>
        <source>Leave the new sandbox running at the end.</source>
        <translation>结束时让新沙箱继续运行。</translation>
    </message>
    <message>
        <source>Name one notebook: opensandbox-workbench run NOTEBOOK. See --help.</source>
        <translation>请指定一个笔记本：opensandbox-workbench run NOTEBOOK。参见 --help。</translation>
    </message>
    <message>
        <source>Give either --sandbox or --image: an existing sandbox has its image already.</source>
        <translation>--sandbox 和 --image 只能给一个：已有沙箱的镜像是确定的。</translation>
    </message>
    <message>
        <source>--timeout takes a whole number of seconds, at least 1.</source>
        <translation>--timeout 需要整数秒，至少为 1。</translation>
    </message>
    <message>
        <source>The folder of %1 is not writable.</source>
        <translation>%1 所在的文件夹不可写。</translation>
    </message>
    <message>
        <source>There is no folder for %1.</source>
        <translation>%1 所在的文件夹不存在。</translation>
    </message>
    <message>
        <source>Nothing has run. Name another file with --output.</source>
        <translation>尚未运行任何单元格。请用 --output 指定其他文件。</translation>
    </message>
    <message>
        <source>Known connections: %1.</source>
        <translation>已知的连接：%1。</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>Name another image with --image.</source>
        <translation>请用 --image 指定其他镜像。</translation>
    </message>
    <message>
        <source>Name another image with --image, for example %1.</source>
        <translation>请用 --image 指定其他镜像，例如 %1。</translation>
    </message>
    <message>
        <source>Stopped before the first cell.</source>
        <translation>在第一个单元格之前停止。</translation>
    </message>
    <message>
        <source>The executed notebook is not saved. Name a file with --output to keep it.</source>
        <translation>执行后的笔记本未保存。要保留它，请用 --output 指定文件。</translation>
    </message>
    <message>
        <source>It did not stop when interrupted, so its context was restarted.</source>
        <translation>中断后它没有停止，因此已重启其上下文。</translation>
    </message>
</context>
<context>
    <name>NotebookView</name>
    <message>
        <source>%1 is paused, so its cells cannot run.</source>
        <translation>%1 已暂停，其单元格无法运行。</translation>
    </message>
    <message>
        <source>Resuming %1. Cells that you run wait for it.</source>
        <translation>正在恢复 %1。您运行的单元格会等待它。</translation>
    </message>
    <message>
        <source>Resume and run</source>
        <translation>恢复并运行</translation>
    </message>
    <message>
        <source>%1 paused</source>
        <translation>%1 已暂停</translation>
    </message>
    <message>
        <source>Run cell</source>
        <translation>运行单元格</translation>
    </message>
    <message>
        <source>Run and advance</source>
        <translation>运行并前进</translation>
    </message>
    <message>
        <source>Run and insert below</source>
        <translation>运行并在下方插入</translation>
    </message>
    <message>
        <source>Run all</source>
        <translation>全部运行</translation>
    </message>
    <message>
        <source>Run all above</source>
        <translation>运行上方全部</translation>
    </message>
    <message>
        <source>Run from here on</source>
        <translation>从此处起运行</translation>
    </message>
    <message>
        <source>Interrupt</source>
        <translation>中断</translation>
    </message>
    <message>
        <source>Go on after errors</source>
        <translation>出错后继续</translation>
    </message>
    <message>
        <source>Clear queue</source>
        <translation>清空队列</translation>
    </message>
    <message>
        <source>Restart context</source>
        <translation>重启上下文</translation>
    </message>
    <message>
        <source>Choose context…</source>
        <translation>选择上下文…</translation>
    </message>
    <message>
        <source>New Python sandbox for this notebook</source>
        <translation>为此笔记本新建 Python 沙箱</translation>
    </message>
    <message>
        <source>Undo cell change</source>
        <translation>撤销单元格更改</translation>
    </message>
    <message>
        <source>Redo cell change</source>
        <translation>重做单元格更改</translation>
    </message>
    <message>
        <source>Insert cell above</source>
        <translation>在上方插入单元格</translation>
    </message>
    <message>
        <source>Insert cell below</source>
        <translation>在下方插入单元格</translation>
    </message>
    <message>
        <source>Cut cells</source>
        <translation>剪切单元格</translation>
    </message>
    <message>
        <source>Copy cells</source>
        <translation>复制单元格</translation>
    </message>
    <message>
        <source>Paste cells below</source>
        <translation>粘贴到下方</translation>
    </message>
    <message>
        <source>Paste cells above</source>
        <translation>粘贴到上方</translation>
    </message>
    <message>
        <source>Duplicate cells</source>
        <translation>创建单元格副本</translation>
    </message>
    <message>
        <source>Delete cells</source>
        <translation>删除单元格</translation>
    </message>
    <message>
        <source>Move cells up</source>
        <translation>上移单元格</translation>
    </message>
    <message>
        <source>Move cells down</source>
        <translation>下移单元格</translation>
    </message>
    <message>
        <source>Split cell at caret</source>
        <translation>在光标处拆分单元格</translation>
    </message>
    <message>
        <source>Merge cells</source>
        <translation>合并单元格</translation>
    </message>
    <message>
        <source>Make code cells</source>
        <translation>转为代码单元格</translation>
    </message>
    <message>
        <source>Make text cells</source>
        <translation>转为文本单元格</translation>
    </message>
    <message>
        <source>Make raw cells</source>
        <translation>转为原始单元格</translation>
    </message>
    <message>
        <source>Show or hide output</source>
        <translation>显示或隐藏输出</translation>
    </message>
    <message>
        <source>Show or hide code</source>
        <translation>显示或隐藏代码</translation>
    </message>
    <message>
        <source>Line numbers in this cell</source>
        <translation>此单元格显示行号</translation>
    </message>
    <message>
        <source>Line numbers in all cells</source>
        <translation>所有单元格显示行号</translation>
    </message>
    <message>
        <source>Clear output</source>
        <translation>清除输出</translation>
    </message>
    <message>
        <source>Clear all outputs</source>
        <translation>清除全部输出</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>另存为…</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Run the cell and select the next  Shift+Enter</source>
        <translation>运行单元格并选择下一个  Shift+Enter</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>代码</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Raw</source>
        <translation>原始</translation>
    </message>
    <message>
        <source>Kind of the cell</source>
        <translation>单元格类型</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>There is no cell.</source>
        <translation>没有单元格。</translation>
    </message>
    <message>
        <source>Nothing runs.</source>
        <translation>没有正在运行的内容。</translation>
    </message>
    <message>
        <source>Nothing waits.</source>
        <translation>没有排队的内容。</translation>
    </message>
    <message>
        <source>There is nothing to undo.</source>
        <translation>没有可撤销的操作。</translation>
    </message>
    <message>
        <source>There is nothing to redo.</source>
        <translation>没有可重做的操作。</translation>
    </message>
    <message>
        <source>It is the first cell.</source>
        <translation>这是第一个单元格。</translation>
    </message>
    <message>
        <source>It is the last cell.</source>
        <translation>这是最后一个单元格。</translation>
    </message>
    <message>
        <source>Put the caret where the cell is to be split.</source>
        <translation>请把光标放在要拆分的位置。</translation>
    </message>
    <message>
        <source>Choose a sandbox</source>
        <translation>选择沙箱</translation>
    </message>
    <message>
        <source>%1 running</source>
        <translation>%1 运行中</translation>
    </message>
    <message>
        <source>%1 queued</source>
        <translation>%1 排队</translation>
    </message>
    <message>
        <source>%1 failed</source>
        <translation>%1 失败</translation>
    </message>
    <message>
        <source>%1 to check</source>
        <translation>%1 待检查</translation>
    </message>
    <message>
        <source>Heading</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>Where does this run?</source>
        <translation>在哪里运行？</translation>
    </message>
    <message>
        <source>New %1 sandbox</source>
        <translation>新建 %1 沙箱</translation>
    </message>
    <message>
        <source>Choose sandbox</source>
        <translation>选择沙箱</translation>
    </message>
    <message>
        <source>Starting a sandbox for this notebook. Cells that you run wait for it.</source>
        <translation>正在为此笔记本启动沙箱。您运行的单元格会等待它。</translation>
    </message>
    <message>
        <source>No sandbox could be started. %1</source>
        <translation>无法启动沙箱。%1</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Restart %1 in %2? Its variables are gone then.</source>
        <translation>重启 %2 中的 %1？其变量会丢失。</translation>
    </message>
    <message>
        <source>Keep running</source>
        <translation>继续运行</translation>
    </message>
    <message>
        <source>Restart</source>
        <translation>重启</translation>
    </message>
    <message>
        <source>%1 was not restarted. %2</source>
        <translation>未能重启 %1。%2</translation>
    </message>
    <message>
        <source>Choose context</source>
        <translation>选择上下文</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>New Python sandbox</source>
        <translation>新建 Python 沙箱</translation>
    </message>
    <message>
        <source>New sandbox…</source>
        <translation>新建沙箱…</translation>
    </message>
    <message>
        <source>Cell %1: %2</source>
        <translation>单元格 %1：%2</translation>
    </message>
    <message>
        <source>Run next</source>
        <translation>下一个运行</translation>
    </message>
    <message>
        <source>Remove from queue</source>
        <translation>移出队列</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy output</source>
        <translation>复制输出</translation>
    </message>
    <message>
        <source>Save output as…</source>
        <translation>输出另存为…</translation>
    </message>
    <message>
        <source>Show as</source>
        <translation>显示为</translation>
    </message>
    <message>
        <source>Context…</source>
        <translation>上下文…</translation>
    </message>
    <message>
        <source>Queue…</source>
        <translation>队列…</translation>
    </message>
    <message>
        <source>Copy all output</source>
        <translation>复制全部输出</translation>
    </message>
    <message>
        <source>Table of cell %1</source>
        <translation>单元格 %1 的表格</translation>
    </message>
    <message>
        <source>Output of cell %1</source>
        <translation>单元格 %1 的输出</translation>
    </message>
    <message>
        <source>Save output</source>
        <translation>保存输出</translation>
    </message>
    <message>
        <source>output-%1</source>
        <translation>output-%1</translation>
    </message>
    <message>
        <source>%1 was not written. %2.</source>
        <translation>未能写入 %1。%2。</translation>
    </message>
    <message>
        <source> (line %1, column %2)</source>
        <translation>（第 %1 行，第 %2 列）</translation>
    </message>
    <message>
        <source>Save notebook</source>
        <translation>保存笔记本</translation>
    </message>
    <message>
        <source>Notebooks (*.ipynb)</source>
        <translation>笔记本 (*.ipynb)</translation>
    </message>
    <message>
        <source>Untitled.ipynb</source>
        <translation>未命名.ipynb</translation>
    </message>
    <message>
        <source>%1 has changes that are not saved.</source>
        <translation>%1 有未保存的更改。</translation>
    </message>
    <message>
        <source>Save and close</source>
        <translation>保存并关闭</translation>
    </message>
    <message>
        <source>Close without saving</source>
        <translation>不保存并关闭</translation>
    </message>
    <message>
        <source>Edit mode · Ln %1, Col %2</source>
        <translation>编辑模式 · 行 %1，列 %2</translation>
    </message>
    <message>
        <source>Command mode</source>
        <translation>命令模式</translation>
    </message>
    <message>
        <source>No context</source>
        <translation>无上下文</translation>
    </message>
    <message>
        <source>%1 idle</source>
        <translation>%1 空闲</translation>
    </message>
    <message>
        <source>%1 busy · %2 queued</source>
        <translation>%1 忙 · %2 个排队</translation>
    </message>
    <message>
        <source>%1 busy</source>
        <translation>%1 忙</translation>
    </message>
    <message>
        <source>A cell</source>
        <translation>单元格</translation>
    </message>
    <message>
        <source>Cell %1</source>
        <translation>单元格 %1</translation>
    </message>
    <message>
        <source>%1 still runs. What it prints after closing is lost: the server does not keep it.</source>
        <translation>%1仍在运行。关闭后的输出会丢失：服务器不会保留。</translation>
    </message>
    <message>
        <source>Interrupt and close</source>
        <translation>中断并关闭</translation>
    </message>
    <message>
        <source>Let it run and close</source>
        <translation>让它运行并关闭</translation>
    </message>
    <message>
        <source>Run from the failed cell on</source>
        <translation>从失败的单元格起运行</translation>
    </message>
    <message>
        <source>Run in several contexts…</source>
        <translation>在多个上下文中运行…</translation>
    </message>
    <message>
        <source>Compare output with the run before</source>
        <translation>与上次运行比较输出</translation>
    </message>
    <message>
        <source>Restart context and run all</source>
        <translation>重启上下文并全部运行</translation>
    </message>
    <message>
        <source>Tags of cells…</source>
        <translation>单元格标签…</translation>
    </message>
    <message>
        <source>Deleted cells…</source>
        <translation>已删除的单元格…</translation>
    </message>
    <message>
        <source>Complete</source>
        <translation>补全</translation>
    </message>
    <message>
        <source>Explain the name at the caret</source>
        <translation>说明光标处的名称</translation>
    </message>
    <message>
        <source>Find…</source>
        <translation>查找…</translation>
    </message>
    <message>
        <source>Find and replace…</source>
        <translation>查找和替换…</translation>
    </message>
    <message>
        <source>Find next</source>
        <translation>查找下一个</translation>
    </message>
    <message>
        <source>Find previous</source>
        <translation>查找上一个</translation>
    </message>
    <message>
        <source>Export as HTML…</source>
        <translation>导出为 HTML…</translation>
    </message>
    <message>
        <source>Export as PDF…</source>
        <translation>导出为 PDF…</translation>
    </message>
    <message>
        <source>Export as Markdown…</source>
        <translation>导出为 Markdown…</translation>
    </message>
    <message>
        <source>Export as script…</source>
        <translation>导出为脚本…</translation>
    </message>
    <message>
        <source>No cell failed.</source>
        <translation>没有失败的单元格。</translation>
    </message>
    <message>
        <source>The cell ran once at most since it was opened.</source>
        <translation>打开后此单元格最多运行过一次。</translation>
    </message>
    <message>
        <source>Select a code cell.</source>
        <translation>请选择一个代码单元格。</translation>
    </message>
    <message>
        <source>No cell was deleted.</source>
        <translation>没有删除过单元格。</translation>
    </message>
    <message>
        <source>Put the caret behind a name.</source>
        <translation>请把光标放在名称之后。</translation>
    </message>
    <message>
        <source>Put the caret on a name.</source>
        <translation>请把光标放在名称上。</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Tags of cell %1, separated by commas:</source>
        <translation>单元格 %1 的标签，以逗号分隔：</translation>
    </message>
    <message>
        <source>Export notebook</source>
        <translation>导出笔记本</translation>
    </message>
    <message>
        <source>Exported to %1.</source>
        <translation>已导出到 %1。</translation>
    </message>
    <message>
        <source>code</source>
        <translation>代码</translation>
    </message>
    <message>
        <source>text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Cell %1, %2</source>
        <translation>单元格 %1，%2</translation>
    </message>
    <message>
        <source>Changes are not kept against a crash. %1</source>
        <translation>更改没有崩溃保护。%1</translation>
    </message>
    <message>
        <source>Outputs over %1 MB did not.</source>
        <translation>超过 %1 MB 的输出没有找回。</translation>
    </message>
    <message>
        <source>Keep changes</source>
        <translation>保留更改</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Back to the file</source>
        <translation>恢复为文件内容</translation>
    </message>
    <message>
        <source>%1 is not there any more. Saving writes it again.</source>
        <translation>%1 已不在。保存会重新写入。</translation>
    </message>
    <message>
        <source>%1 changed on the disk since you opened it.</source>
        <translation>打开后，磁盘上的 %1 已更改。</translation>
    </message>
    <message>
        <source>Keep mine</source>
        <translation>保留我的</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>重新载入</translation>
    </message>
    <message>
        <source>On the disk</source>
        <translation>磁盘上</translation>
    </message>
    <message>
        <source>Here</source>
        <translation>此处</translation>
    </message>
    <message>
        <source>%1, compared</source>
        <translation>%1，比较</translation>
    </message>
    <message>
        <source>%1 was not saved: another program changed it since you opened it.</source>
        <translation>未能保存 %1：打开后被其他程序更改。</translation>
    </message>
    <message>
        <source>Replace it</source>
        <translation>替换它</translation>
    </message>
    <message>
        <source>Edit cell</source>
        <translation>编辑单元格</translation>
    </message>
    <message>
        <source>Select the cell above</source>
        <translation>选择上方单元格</translation>
    </message>
    <message>
        <source>Select the cell below</source>
        <translation>选择下方单元格</translation>
    </message>
    <message>
        <source>Extend the selection upwards</source>
        <translation>向上扩展选择</translation>
    </message>
    <message>
        <source>Extend the selection downwards</source>
        <translation>向下扩展选择</translation>
    </message>
    <message>
        <source>Select the first cell</source>
        <translation>选择第一个单元格</translation>
    </message>
    <message>
        <source>Select the last cell</source>
        <translation>选择最后一个单元格</translation>
    </message>
    <message>
        <source>Select all cells</source>
        <translation>选择全部单元格</translation>
    </message>
    <message>
        <source>Scroll a page down</source>
        <translation>向下翻一页</translation>
    </message>
    <message>
        <source>Scroll a page up</source>
        <translation>向上翻一页</translation>
    </message>
    <message>
        <source>Heading of level %1</source>
        <translation>%1 级标题</translation>
    </message>
    <message>
        <source>Go to line…</source>
        <translation>转到行…</translation>
    </message>
    <message>
        <source>Keys of the notebook…</source>
        <translation>笔记本按键…</translation>
    </message>
    <message>
        <source>Go to line</source>
        <translation>转到行</translation>
    </message>
    <message>
        <source>Line, 1 to %1:</source>
        <translation>行，1 到 %1：</translation>
    </message>
    <message>
        <source>Open output in its own tab</source>
        <translation>在单独的标签页中打开输出</translation>
    </message>
    <message>
        <source>No cell has the number [%1] any more.</source>
        <translation>已没有编号为 [%1] 的单元格。</translation>
    </message>
    <message>
        <source>The run before</source>
        <translation>上次运行</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>Output of cell %1, compared</source>
        <translation>单元格 %1 的输出，比较</translation>
    </message>
    <message>
        <source>Run cell %1 in several contexts</source>
        <translation>在多个上下文中运行单元格 %1</translation>
    </message>
    <message>
        <source>Contexts</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>The notebook itself is not changed. Variables of these contexts may be.</source>
        <translation>笔记本本身不会改变。这些上下文的变量可能会变。</translation>
    </message>
    <message>
        <source>Run side by side</source>
        <translation>并排运行</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Cell %1 side by side</source>
        <translation>单元格 %1 并排</translation>
    </message>
    <message>
        <source>Run in the background</source>
        <translation>在后台运行</translation>
    </message>
    <message>
        <source>Context of the notebook…</source>
        <translation>笔记本的上下文…</translation>
    </message>
    <message>
        <source>New context for these cells</source>
        <translation>为这些单元格新建上下文</translation>
    </message>
    <message>
        <source>No heading stands above.</source>
        <translation>上方没有标题。</translation>
    </message>
    <message>
        <source>Only neighbours can be joined.</source>
        <translation>只能合并相邻的单元格。</translation>
    </message>
    <message>
        <source>The cell has no sandbox yet.</source>
        <translation>该单元格还没有沙箱。</translation>
    </message>
    <message>
        <source>Only Bash and Python cells can run as a command of their own.</source>
        <translation>只有 Bash 和 Python 单元格可以作为独立命令运行。</translation>
    </message>
    <message>
        <source>The file could not be opened.</source>
        <translation>无法打开文件。</translation>
    </message>
    <message>
        <source>Move cells</source>
        <translation>移动单元格</translation>
    </message>
    <message numerus="yes">
        <source>Tags of %n cell(s), separated by commas:</source>
        <translation>
            <numerusform>%n 个单元格的标签，用逗号分隔：</numerusform>
        </translation>
    </message>
    <message>
        <source>New context</source>
        <translation>新建上下文</translation>
    </message>
    <message>
        <source>Cells of this notebook run in</source>
        <translation>此笔记本的单元格运行于</translation>
    </message>
    <message>
        <source>Making a %1 context in %2.</source>
        <translation>正在 %2 中新建 %1 上下文。</translation>
    </message>
    <message>
        <source>No %1 context could be made in %2. %3</source>
        <translation>无法在 %2 中新建 %1 上下文。%3</translation>
    </message>
    <message>
        <source>The command of this cell ended with its sandbox</source>
        <translation>此单元格的命令已随其沙箱结束</translation>
    </message>
    <message>
        <source>%1 is gone. What was saved of the output stays readable here.</source>
        <translation>%1 已不存在。已保存的输出仍可在此阅读。</translation>
    </message>
    <message>
        <source>The sandbox</source>
        <translation>沙箱</translation>
    </message>
    <message>
        <source>Image %1</source>
        <translation>镜像 %1</translation>
    </message>
    <message numerus="yes">
        <source>%1 is gone. %n cell(s) ran there.</source>
        <translation>
            <numerusform>%1 已不存在。有 %n 个单元格在那里运行。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>A context of %1 is gone, and its variables with it. %n cell(s) ran there.</source>
        <translation>
            <numerusform>%1 的一个上下文及其变量已不存在。有 %n 个单元格在那里运行。</numerusform>
        </translation>
    </message>
    <message>
        <source>Create it again</source>
        <translation>重新创建</translation>
    </message>
    <message>
        <source>Choose another…</source>
        <translation>选择其他…</translation>
    </message>
    <message>
        <source>Making a new context in %1.</source>
        <translation>正在 %1 中新建上下文。</translation>
    </message>
    <message>
        <source>Starting %1 again.</source>
        <translation>正在重新启动 %1。</translation>
    </message>
    <message>
        <source>No context could be made in %1. %2</source>
        <translation>无法在 %1 中新建上下文。%2</translation>
    </message>
    <message>
        <source>%1 could not be started again. %2</source>
        <translation>无法重新启动 %1。%2</translation>
    </message>
    <message>
        <source>A context could not be made again. Its cells use the first one of their language. %1</source>
        <translation>有一个上下文无法重新创建。其单元格将使用该语言的第一个上下文。%1</translation>
    </message>
    <message>
        <source>%1 as text</source>
        <translation>%1（文本）</translation>
    </message>
    <message numerus="yes">
        <source>%1 was not saved when the workbench ended. %Ln changed cell(s) came back, as of %2.</source>
        <translation>
            <numerusform>工作台结束时 %1 尚未保存。已恢复 %Ln 个更改过的单元格，截至 %2。</numerusform>
        </translation>
    </message>
    <message>
        <source>Add the cell to the selection</source>
        <translation>将单元格加入选择</translation>
    </message>
    <message>
        <source>Fold the section</source>
        <translation>折叠章节</translation>
    </message>
    <message>
        <source>Open the section</source>
        <translation>展开章节</translation>
    </message>
    <message>
        <source>Fold all sections</source>
        <translation>折叠所有章节</translation>
    </message>
    <message>
        <source>Open all sections</source>
        <translation>展开所有章节</translation>
    </message>
    <message numerus="yes">
        <source>%n cell(s) waiting</source>
        <translation>
            <numerusform>%n 个单元格在等待</numerusform>
        </translation>
    </message>
    <message>
        <source>A command in the background needs a sandbox that runs. Choose one for the cell.</source>
        <translation>后台命令需要一个正在运行的沙箱。请为单元格选择一个。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln cell(s)</source>
        <translation>
            <numerusform>%Ln 个单元格</numerusform>
        </translation>
    </message>
    <message>
        <source>Scroll long output, or show its ends</source>
        <translation>滚动长输出，或显示其首尾</translation>
    </message>
    <message>
        <source>The cell has not reacted to the interrupt for %1 s. Restarting its context ends it; outputs stay, variables go.</source>
        <translation>单元格已有 %1 秒未响应中断。重启其上下文会结束它；输出保留，变量丢失。</translation>
    </message>
    <message>
        <source>Keep waiting</source>
        <translation>继续等待</translation>
    </message>
    <message>
        <source>Output %1</source>
        <translation>输出 %1</translation>
    </message>
    <message>
        <source>Opens %1</source>
        <translation>正在打开 %1</translation>
    </message>
    <message>
        <source>New %1 context</source>
        <translation>新的 %1 上下文</translation>
    </message>
    <message>
        <source>Cell %1 still runs.</source>
        <translation>单元格 %1 仍在运行。</translation>
    </message>
    <message numerus="yes">
        <source>%n cell(s) run or wait.</source>
        <translation>
            <numerusform>%n 个单元格在运行或等待。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 is gone</source>
        <translation>%1 已不存在</translation>
    </message>
    <message>
        <source>%1 is there already, and was not replaced.</source>
        <translation>%1 已存在，未被替换。</translation>
    </message>
    <message>
        <source>Show that tab</source>
        <translation>显示该标签页</translation>
    </message>
    <message>
        <source>%1 is open in another tab, so it was not replaced. Close that tab first, or save under another name.</source>
        <translation>%1 已在另一个标签页中打开，因此未被替换。请先关闭该标签页，或用其他名称保存。</translation>
    </message>
    <message>
        <source>%1 is the name that another notebook is to be saved under. Save this one under a name of its own.</source>
        <translation>另一个笔记本将以 %1 为名保存。请为这个笔记本另取名称。</translation>
    </message>
    <message>
        <source>The file of %1 is gone. Closing loses what is shown here.</source>
        <translation>%1 的文件已不存在。关闭会丢失此处显示的内容。</translation>
    </message>
    <message>
        <source>%1, used by %2</source>
        <translation>%1，%2 也在使用</translation>
    </message>
    <message>
        <source>Making a %1 context of its own for this notebook in %2. Cells that you run wait for it.</source>
        <translation>正在 %2 中为此笔记本创建独立的 %1 上下文。运行的单元格会等待它。</translation>
    </message>
    <message>
        <source>Share with %1</source>
        <translation>与 %1 共享</translation>
    </message>
    <message>
        <source>others</source>
        <translation>其他笔记本</translation>
    </message>
    <message>
        <source>No sandbox with %1 runs.</source>
        <translation>没有运行中的 %1 沙箱。</translation>
    </message>
    <message>
        <source>%1 idle · shared</source>
        <translation>%1 空闲 · 共享</translation>
    </message>
    <message>
        <source>%1, what runs there stops</source>
        <translation>%1，那里正在运行的内容会停止</translation>
    </message>
    <message>
        <source>%1, its variables are lost</source>
        <translation>%1，其变量会丢失</translation>
    </message>
    <message>
        <source>Recreate like this</source>
        <translation>按此重新创建</translation>
    </message>
    <message>
        <source>Run selected text or line</source>
        <translation>运行所选文本或当前行</translation>
    </message>
    <message>
        <source>Insert picture</source>
        <translation>插入图片</translation>
    </message>
    <message>
        <source>%1 Its output is lost when the file is loaded again.</source>
        <translation>%1 重新加载文件会丢失其输出。</translation>
    </message>
    <message>
        <source>Interrupt and reload</source>
        <translation>中断并重新加载</translation>
    </message>
    <message>
        <source>Your changes to %1 are lost when the file is loaded again, and cannot be brought back.</source>
        <translation>重新加载文件会丢失您对 %1 的更改，且无法恢复。</translation>
    </message>
    <message>
        <source>Discard and reload</source>
        <translation>放弃更改并重新加载</translation>
    </message>
    <message>
        <source>Its context and variables end with it.</source>
        <translation>其上下文和变量会一同结束。</translation>
    </message>
    <message>
        <source>Interrupted, its context and variables end with it.</source>
        <translation>中断后，其上下文和变量将随之结束。</translation>
    </message>
    <message>
        <source>Its context and variables stay.</source>
        <translation>其上下文和变量会保留。</translation>
    </message>
    <message>
        <source>Keep its context</source>
        <translation>保留上下文</translation>
    </message>
    <message>
        <source>End its context</source>
        <translation>结束上下文</translation>
    </message>
    <message>
        <source>%1 restarts. Cells that you run wait for it.</source>
        <translation>%1 正在重启。您运行的单元格会等待它。</translation>
    </message>
    <message>
        <source>Not run, since %1 was restarted.</source>
        <translation>自 %1 重启后未运行。</translation>
    </message>
    <message>
        <source>%1 restarts</source>
        <translation>%1 正在重启</translation>
    </message>
    <message>
        <source>%1 · new context</source>
        <translation>%1 · 新上下文</translation>
    </message>
    <message>
        <source>Same as the notebook: %1</source>
        <translation>与笔记本相同：%1</translation>
    </message>
    <message>
        <source>%1 It was made again for another notebook.</source>
        <translation>%1 已为另一个笔记本重新创建。</translation>
    </message>
    <message>
        <source>Use that one</source>
        <translation>使用该沙箱</translation>
    </message>
    <message>
        <source>Create another</source>
        <translation>另建一个</translation>
    </message>
    <message>
        <source>%1 has no %2</source>
        <translation>%1 没有 %2</translation>
    </message>
    <message>
        <source>New sandboxes have no %1, but %2</source>
        <translation>新沙箱没有 %1，但有 %2</translation>
    </message>
    <message numerus="yes">
        <source>%1 restarts, and %n cell(s) wait for it.</source>
        <translation>
            <numerusform>%1 正在重启，有 %n 个单元格在等待。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n cell(s) that waited for it did not run.</source>
        <translation>
            <numerusform>%n 个等待它的单元格没有运行。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 ends in %2, with %n running cell(s).</source>
        <translation>
            <numerusform>%1 将在 %2 后结束，有 %n 个单元格正在运行。</numerusform>
        </translation>
    </message>
    <message>
        <source>Renew by 1 h</source>
        <translation>续期 1 小时</translation>
    </message>
    <message>
        <source>Bring back the outputs before this run</source>
        <translation>恢复此次运行之前的输出</translation>
    </message>
    <message>
        <source>waits for its context</source>
        <translation>等待其上下文</translation>
    </message>
    <message>
        <source>waits for its sandbox</source>
        <translation>等待其沙箱</translation>
    </message>
    <message>
        <source>waits for %1</source>
        <translation>等待 %1</translation>
    </message>
    <message>
        <source>waits for a sandbox</source>
        <translation>等待沙箱</translation>
    </message>
    <message>
        <source>waits for the restart</source>
        <translation>等待重启</translation>
    </message>
    <message>
        <source>In %1</source>
        <translation>在 %1 中</translation>
    </message>
    <message>
        <source>In a new sandbox</source>
        <translation>在新沙箱中</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Do not run</source>
        <translation>不运行</translation>
    </message>
    <message>
        <source>Where does this run? What you run meanwhile waits, too.</source>
        <translation>在哪里运行？在此期间运行的单元格也会等待。</translation>
    </message>
    <message>
        <source>Not run, since it was interrupted.</source>
        <translation>未运行，因为已被中断。</translation>
    </message>
    <message>
        <source>Not run, because %1 was not restarted.</source>
        <translation>未运行，因为 %1 未能重启。</translation>
    </message>
    <message>
        <source>No cell is being edited.</source>
        <translation>没有正在编辑的单元格。</translation>
    </message>
    <message>
        <source>Stop editing the cell</source>
        <translation>结束编辑单元格</translation>
    </message>
    <message>
        <source>Comment or uncomment lines</source>
        <translation>注释或取消注释行</translation>
    </message>
    <message>
        <source>Indent lines</source>
        <translation>缩进行</translation>
    </message>
    <message>
        <source>Indent lines less</source>
        <translation>减少行缩进</translation>
    </message>
    <message>
        <source>Indent</source>
        <translation>缩进</translation>
    </message>
    <message>
        <source>Move lines up</source>
        <translation>上移行</translation>
    </message>
    <message>
        <source>Move lines down</source>
        <translation>下移行</translation>
    </message>
    <message>
        <source>Copy lines upwards</source>
        <translation>向上复制行</translation>
    </message>
    <message>
        <source>Copy lines downwards</source>
        <translation>向下复制行</translation>
    </message>
    <message>
        <source>Delete lines</source>
        <translation>删除行</translation>
    </message>
    <message>
        <source>Select the word, or its next occurrence</source>
        <translation>选择单词或其下一处</translation>
    </message>
    <message>
        <source>Select columns upwards</source>
        <translation>向上选择列</translation>
    </message>
    <message>
        <source>Select columns downwards</source>
        <translation>向下选择列</translation>
    </message>
    <message>
        <source>Select columns to the left</source>
        <translation>向左选择列</translation>
    </message>
    <message>
        <source>Select columns to the right</source>
        <translation>向右选择列</translation>
    </message>
    <message>
        <source>Completions: take the chosen one</source>
        <translation>补全：采用所选项</translation>
    </message>
    <message>
        <source>Completions: choose the next</source>
        <translation>补全：选择下一项</translation>
    </message>
    <message>
        <source>Completions: choose the one before</source>
        <translation>补全：选择上一项</translation>
    </message>
    <message>
        <source>Completions: close the list</source>
        <translation>补全：关闭列表</translation>
    </message>
</context>
<context>
    <name>NoticeBlock</name>
    <message>
        <source>Check the context</source>
        <translation>检查上下文</translation>
    </message>
    <message>
        <source>Interrupt</source>
        <translation>中断</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>再次运行</translation>
    </message>
    <message>
        <source>Run cells above</source>
        <translation>运行上方单元格</translation>
    </message>
    <message>
        <source>Run in terminal</source>
        <translation>在终端中运行</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>The code waits for a line.</source>
        <translation>代码正在等待一行输入。</translation>
    </message>
    <message>
        <source>Create it again</source>
        <translation>重新创建</translation>
    </message>
    <message>
        <source>Choose another…</source>
        <translation>选择其他…</translation>
    </message>
    <message>
        <source>Follow it again</source>
        <translation>重新跟踪</translation>
    </message>
    <message>
        <source>Recreate like this</source>
        <translation>按此重新创建</translation>
    </message>
</context>
<context>
    <name>OutlinePane</name>
    <message>
        <source>queued</source>
        <translation>排队</translation>
    </message>
    <message>
        <source>running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation>已中断</translation>
    </message>
    <message>
        <source>result unknown</source>
        <translation>结果未知</translation>
    </message>
    <message>
        <source>context lost</source>
        <translation>上下文丢失</translation>
    </message>
    <message>
        <source>edited since run</source>
        <translation>运行后已编辑</translation>
    </message>
    <message>
        <source>Heading: %1</source>
        <translation>标题：%1</translation>
    </message>
    <message>
        <source>Cell %1: %2</source>
        <translation>单元格 %1：%2</translation>
    </message>
    <message>
        <source>Cell %1, %2: %3</source>
        <translation>单元格 %1，%2：%3</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Filter the outline</source>
        <translation>筛选大纲</translation>
    </message>
    <message>
        <source>Outline</source>
        <translation>大纲</translation>
    </message>
    <message>
        <source>No notebook is open.</source>
        <translation>没有打开的笔记本。</translation>
    </message>
    <message>
        <source>Its headings and cells appear here.</source>
        <translation>其标题和单元格会显示在这里。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln heading(s)</source>
        <translation>
            <numerusform>%Ln 个标题</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PairList</name>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Show the value</source>
        <translation>显示值</translation>
    </message>
    <message>
        <source>Hide the value</source>
        <translation>隐藏值</translation>
    </message>
</context>
<context>
    <name>Palette</name>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Theme: follow the system</source>
        <translation>主题：跟随系统</translation>
    </message>
    <message>
        <source>Theme: light</source>
        <translation>主题：浅色</translation>
    </message>
    <message>
        <source>Theme: dark</source>
        <translation>主题：深色</translation>
    </message>
    <message>
        <source>Theme: high contrast</source>
        <translation>主题：高对比度</translation>
    </message>
    <message>
        <source>on</source>
        <translation>开</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>Reduce motion</source>
        <translation>减少动画</translation>
    </message>
    <message>
        <source>Plots follow the theme</source>
        <translation>图表跟随主题</translation>
    </message>
    <message>
        <source>Show plots and ask for input on servers that leave them out</source>
        <translation>在省略图形和输入的服务器上显示图形并请求输入</translation>
    </message>
    <message>
        <source>Continue running after a cell fails</source>
        <translation>单元格失败后继续运行</translation>
    </message>
    <message>
        <source>Files and cells</source>
        <translation>文件和单元格</translation>
    </message>
    <message>
        <source>The file is not there any more.</source>
        <translation>文件已不在。</translation>
    </message>
    <message>
        <source>%1, cell %2</source>
        <translation>%1，单元格 %2</translation>
    </message>
    <message>
        <source>End a notebook&apos;s own context when it is closed</source>
        <translation>关闭笔记本时结束其专用上下文</translation>
    </message>
</context>
<context>
    <name>PaneGroup</name>
    <message>
        <source>Panes</source>
        <translation>窗格</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>隐藏</translation>
    </message>
</context>
<context>
    <name>PictureDiff</name>
    <message>
        <source>Not shown</source>
        <translation>未显示</translation>
    </message>
    <message>
        <source>Only at the right</source>
        <translation>仅在右侧</translation>
    </message>
    <message>
        <source>Only at the left</source>
        <translation>仅在左侧</translation>
    </message>
    <message>
        <source>Other size: %1 x %2 and %3 x %4</source>
        <translation>大小不同：%1 x %2 和 %3 x %4</translation>
    </message>
    <message>
        <source>The same</source>
        <translation>相同</translation>
    </message>
    <message>
        <source>%1 % of the pixels differ</source>
        <translation>%1 % 的像素不同</translation>
    </message>
    <message>
        <source>Pictures compared</source>
        <translation>图片比较</translation>
    </message>
</context>
<context>
    <name>PileBlock</name>
    <message>
        <source>Reads…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>Content</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Part %1</source>
        <translation>第 %1 部分</translation>
    </message>
</context>
<context>
    <name>PreferencesDialog</name>
    <message>
        <source>Preferences</source>
        <translation>首选项</translation>
    </message>
    <message>
        <source>Follow the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>高对比度</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Font size</source>
        <translation>字号</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Runs a small program in Python contexts of such servers, before your first cell</source>
        <translation>在此类服务器的 Python 上下文中，于您的第一个单元格之前运行一个小程序</translation>
    </message>
    <message>
        <source>Look</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>Notebooks</source>
        <translation>笔记本</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>起始页</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>&amp;Reduce motion</source>
        <translation>减少动画(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Continue running after a cell fails</source>
        <translation>单元格失败后继续运行(&amp;C)</translation>
    </message>
    <message>
        <source>P&amp;lots follow the theme</source>
        <translation>图表跟随主题(&amp;L)</translation>
    </message>
    <message>
        <source>New figures of matplotlib are shown in the colours of the window, unless they have a style of their own. Files you save stay as they are.</source>
        <translation>matplotlib 的新图表以窗口的颜色显示，除非它们有自己的样式。保存的文件保持原样。</translation>
    </message>
    <message>
        <source>Show &amp;plots and ask for input on servers that leave them out</source>
        <translation>在省略它们的服务器上显示图表并请求输入(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Show the start page when the workbench opens</source>
        <translation>打开工作台时显示起始页(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Font size</source>
        <translation>字体大小(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;End a notebook&apos;s own context when it is closed</source>
        <translation>关闭笔记本时结束其专用上下文(&amp;E)</translation>
    </message>
    <message>
        <source>A context that was made for this notebook alone; its variables end with it</source>
        <translation>仅为该笔记本创建的上下文；其中的变量会一同消失</translation>
    </message>
    <message>
        <source>Open the &amp;notebooks of last time</source>
        <translation>打开上次的笔记本(&amp;N)</translation>
    </message>
</context>
<context>
    <name>QObject</name>
    <message>
        <source>Empty output</source>
        <translation>空输出</translation>
    </message>
    <message>
        <source>Too large to show as a tree (%1), so it is shown as text</source>
        <translation>太大，无法以树形显示（%1），因此以文本显示</translation>
    </message>
    <message>
        <source>Too large to show formatted (%1), so it is shown as text</source>
        <translation>太大，无法带格式显示（%1），因此以文本显示</translation>
    </message>
</context>
<context>
    <name>QueuePane</name>
    <message>
        <source>Queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>Nothing runs.</source>
        <translation>没有正在运行的内容。</translation>
    </message>
    <message>
        <source>Cells that run and wait appear here.</source>
        <translation>正在运行和等待的单元格会显示在这里。</translation>
    </message>
    <message>
        <source>Earlier</source>
        <translation>提前</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>推后</translation>
    </message>
    <message>
        <source>Remove from queue</source>
        <translation>移出队列</translation>
    </message>
    <message>
        <source>Interrupt</source>
        <translation>中断</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%2 中的 %1</translation>
    </message>
    <message>
        <source>Cell %1</source>
        <translation>单元格 %1</translation>
    </message>
    <message>
        <source>%1 running · %2 waiting</source>
        <translation>%1 运行中 · %2 等待</translation>
    </message>
    <message>
        <source>%1 of about %2</source>
        <translation>%1，共约 %2</translation>
    </message>
    <message>
        <source>In the background of %1</source>
        <translation>在 %1 的后台</translation>
    </message>
    <message>
        <source>Change the queue</source>
        <translation>更改队列</translation>
    </message>
    <message numerus="yes">
        <source>%Ln more</source>
        <translation>
            <numerusform>还有 %Ln 个</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Recipe</name>
    <message>
        <source>Python notebook</source>
        <translation>Python 笔记本</translation>
    </message>
    <message>
        <source>Python with numpy, pandas and matplotlib. Opens a new notebook in it.</source>
        <translation>Python，含 numpy、pandas 和 matplotlib。并在其中打开新笔记本。</translation>
    </message>
    <message>
        <source>Multi-language</source>
        <translation>多语言</translation>
    </message>
    <message>
        <source>One notebook, a context for each language that is installed.</source>
        <translation>一个笔记本，每种已安装的语言一个上下文。</translation>
    </message>
    <message>
        <source>Shell</source>
        <translation>Shell</translation>
    </message>
    <message>
        <source>Bash in a private home. Network off.</source>
        <translation>私有主目录中的 Bash。网络关闭。</translation>
    </message>
</context>
<context>
    <name>RenewDialog</name>
    <message>
        <source>Renew %1 until?</source>
        <translation>%1 续期到？</translation>
    </message>
    <message numerus="yes">
        <source>Renew %n sandbox(es) until?</source>
        <translation>
            <numerusform>%n 个沙箱续期到？</numerusform>
        </translation>
    </message>
    <message>
        <source>+15 min</source>
        <translation>+15 分</translation>
    </message>
    <message>
        <source>+1 h</source>
        <translation>+1 小时</translation>
    </message>
    <message>
        <source>+4 h</source>
        <translation>+4 小时</translation>
    </message>
    <message>
        <source>+24 h</source>
        <translation>+24 小时</translation>
    </message>
    <message>
        <source>+7 d</source>
        <translation>+7 天</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Renew</source>
        <translation>续期</translation>
    </message>
    <message>
        <source>This is over already. Choose a later time.</source>
        <translation>该时间已过。请选择更晚的时间。</translation>
    </message>
    <message>
        <source>%1 UTC, in %2.</source>
        <translation>%1 UTC，%2 后。</translation>
    </message>
    <message>
        <source>The time is over already.</source>
        <translation>该时间已过。</translation>
    </message>
    <message>
        <source>&amp;Expires at (local time)</source>
        <translation>过期时间（本地时间）(&amp;E)</translation>
    </message>
</context>
<context>
    <name>RichBlock</name>
    <message>
        <source>Open %1</source>
        <translation>打开 %1</translation>
    </message>
</context>
<context>
    <name>RunNotifier</name>
    <message>
        <source>Cell %1 %2</source>
        <translation>单元格 %1 %2</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>was interrupted</source>
        <translation>被中断</translation>
    </message>
    <message>
        <source>needs a look</source>
        <translation>需要查看</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 is done</source>
        <translation>%1 已完成</translation>
    </message>
    <message numerus="yes">
        <source>%n cell(s) ran for %1</source>
        <translation>
            <numerusform>%n 个单元格运行了 %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SampleNotebook</name>
    <message>
        <source># Several languages, one sandbox

Each cell runs in the context of its language, which keeps its variables. All of them share the folder `/workspace`.</source>
        <translation># 多种语言，一个沙箱

每个单元格在其语言的上下文中运行，变量会保留。它们共享文件夹 `/workspace`。</translation>
    </message>
</context>
<context>
    <name>SandboxActions</name>
    <message>
        <source>%1 has ended.</source>
        <translation>%1 已结束。</translation>
    </message>
    <message>
        <source>%1 has no time limit.</source>
        <translation>%1 没有时间限制。</translation>
    </message>
    <message>
        <source>Only running and paused sandboxes can do that.</source>
        <translation>只有运行中和已暂停的沙箱可以这样做。</translation>
    </message>
    <message>
        <source>%1 is gone.</source>
        <translation>%1 已不在。</translation>
    </message>
    <message>
        <source>A paused sandbox cannot run code.</source>
        <translation>已暂停的沙箱无法运行代码。</translation>
    </message>
    <message>
        <source>%1 does not run.</source>
        <translation>%1 没有运行。</translation>
    </message>
    <message numerus="yes">
        <source>%n running cell(s)</source>
        <translation>
            <numerusform>%n 个运行中的单元格</numerusform>
        </translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Recreate like this…</source>
        <translation>按此重新创建…</translation>
    </message>
    <message>
        <source>Remove from the list</source>
        <translation>从列表中移除</translation>
    </message>
    <message>
        <source>New notebook here</source>
        <translation>在此新建笔记本</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Metrics</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Watch CPU and memory</source>
        <translation>查看 CPU 和内存</translation>
    </message>
    <message>
        <source>Watching may keep it alive where the server renews on access.</source>
        <translation>若服务器在访问时续期，查看可能使其保持存活。</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Renew</source>
        <translation>续期</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Duplicate…</source>
        <translation>创建副本…</translation>
    </message>
    <message>
        <source>Kill</source>
        <translation>终止</translation>
    </message>
    <message>
        <source>Kill %1…</source>
        <translation>终止 %1…</translation>
    </message>
    <message>
        <source>It is gone.</source>
        <translation>它已不在。</translation>
    </message>
    <message>
        <source>+15 min</source>
        <translation>+15 分</translation>
    </message>
    <message>
        <source>+1 h</source>
        <translation>+1 小时</translation>
    </message>
    <message>
        <source>+24 h</source>
        <translation>+24 小时</translation>
    </message>
    <message>
        <source>Until…</source>
        <translation>直到…</translation>
    </message>
    <message>
        <source>ID</source>
        <translation>ID</translation>
    </message>
    <message>
        <source>Endpoint of port 44772</source>
        <translation>端口 44772 的端点</translation>
    </message>
    <message>
        <source>It does not run.</source>
        <translation>它没有运行。</translation>
    </message>
    <message>
        <source>As %1 command</source>
        <translation>作为 %1 命令</translation>
    </message>
    <message>
        <source>As %1 code</source>
        <translation>作为 %1 代码</translation>
    </message>
    <message>
        <source>%1 go with it.</source>
        <translation>%1 会一并丢失。</translation>
    </message>
    <message>
        <source> and </source>
        <translation> 和 </translation>
    </message>
    <message>
        <source>Killing %1 in %2 s.</source>
        <translation>%2 秒后终止 %1。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Kill now</source>
        <translation>立即终止</translation>
    </message>
    <message>
        <source>The endpoint of %1 is not known. %2</source>
        <translation>%1 的端点未知。%2</translation>
    </message>
    <message>
        <source>Copied the endpoint of port %1.</source>
        <translation>已复制端口 %1 的端点。</translation>
    </message>
</context>
<context>
    <name>SandboxCreation</name>
    <message>
        <source>%1 is not connected.</source>
        <translation>%1 未连接。</translation>
    </message>
    <message>
        <source>Wait until it answers, or choose another connection.</source>
        <translation>请等待其应答，或选择其他连接。</translation>
    </message>
    <message>
        <source>The sandbox vanished while it started.</source>
        <translation>沙箱在启动时消失了。</translation>
    </message>
    <message>
        <source>Look at the server&apos;s log, then try again.</source>
        <translation>请查看服务器日志后重试。</translation>
    </message>
    <message>
        <source>%1 failed while starting: %2</source>
        <translation>%1 启动失败：%2</translation>
    </message>
    <message>
        <source>Change what it needs and try again.</source>
        <translation>请更改其需求后重试。</translation>
    </message>
    <message>
        <source>%1 keeps running; kill it in the list if it is of no use.</source>
        <translation>%1 继续运行；若无用可在列表中终止。</translation>
    </message>
    <message>
        <source>%1 runs, but has no %2: %3</source>
        <translation>%1 已运行，但没有 %2：%3</translation>
    </message>
    <message>
        <source>Use it for its files and commands, or choose an image that has %1.</source>
        <translation>可用于文件和命令，或选择含有 %1 的镜像。</translation>
    </message>
</context>
<context>
    <name>SandboxDelegate</name>
    <message>
        <source>New notebook here</source>
        <translation>在此新建笔记本</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Renew</source>
        <translation>续期</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>stale %1</source>
        <translation>过时 %1</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>无限制</translation>
    </message>
</context>
<context>
    <name>SandboxDetails</name>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>Metadata</source>
        <translation>元数据</translation>
    </message>
    <message>
        <source>Last 5 minutes</source>
        <translation>最近 5 分钟</translation>
    </message>
    <message>
        <source>Copy ID</source>
        <translation>复制 ID</translation>
    </message>
    <message>
        <source>Copy as</source>
        <translation>复制为</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>镜像</translation>
    </message>
    <message>
        <source>Created</source>
        <translation>创建时间</translation>
    </message>
    <message>
        <source>Last change</source>
        <translation>上次变更</translation>
    </message>
    <message>
        <source>Remark</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Entrypoint</source>
        <translation>入口命令</translation>
    </message>
    <message>
        <source>as the sandbox kernel reports it</source>
        <translation>由沙箱内核报告</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>New notebook</source>
        <translation>新建笔记本</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Metrics</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Renew</source>
        <translation>续期</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>创建副本</translation>
    </message>
    <message>
        <source>Kill</source>
        <translation>终止</translation>
    </message>
    <message>
        <source>for %1</source>
        <translation>已 %1</translation>
    </message>
    <message>
        <source>not told by the server</source>
        <translation>服务器未提供</translation>
    </message>
    <message>
        <source>snapshot %1</source>
        <translation>快照 %1</translation>
    </message>
    <message>
        <source>%1 since %2</source>
        <translation>%1，自 %2</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>%1 has ended.</source>
        <translation>%1 已结束。</translation>
    </message>
    <message>
        <source>Recreate like this</source>
        <translation>按此重新创建</translation>
    </message>
    <message>
        <source>%1 expired at %2. Its files are gone.</source>
        <translation>%1 已于 %2 过期，文件已丢失。</translation>
    </message>
    <message>
        <source>%1 is gone. It was last seen at %2.</source>
        <translation>%1 已不在。最后一次见到是 %2。</translation>
    </message>
    <message>
        <source>%1 was killed. Its files are gone.</source>
        <translation>%1 已被终止，文件已丢失。</translation>
    </message>
    <message>
        <source>%1 failed.</source>
        <translation>%1 失败了。</translation>
    </message>
    <message>
        <source>%1 failed: %2</source>
        <translation>%1 失败了：%2</translation>
    </message>
    <message>
        <source>%1 is paused. Its contexts answer again after a resume.</source>
        <translation>%1 已暂停。恢复后其上下文会再次应答。</translation>
    </message>
</context>
<context>
    <name>SandboxFilter</name>
    <message>
        <source>&apos;%1:&apos; is not known. Known are state:, image:, name:, id:, connection:, expires&lt; and key=value.</source>
        <translation>不认识“%1:”。可用 state:、image:、name:、id:、connection:、expires&lt; 和 键=值。</translation>
    </message>
    <message>
        <source>A metadata term needs a key: owner=ana.</source>
        <translation>元数据条件需要键：owner=ana。</translation>
    </message>
    <message>
        <source>Only &apos;expires&apos; can be compared: expires&lt;30m.</source>
        <translation>只有“expires”可以比较：expires&lt;30m。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no time. Write 90s, 30m, 2h, 1h30m or 3d.</source>
        <translation>“%1”不是时间。请写 90s、30m、2h、1h30m 或 3d。</translation>
    </message>
</context>
<context>
    <name>SandboxFilterField</name>
    <message>
        <source>state:running expires&lt;30m</source>
        <translation>state:running expires&lt;30m</translation>
    </message>
    <message>
        <source>Filter sandboxes</source>
        <translation>筛选沙箱</translation>
    </message>
    <message>
        <source>Words, or terms: state:running image:python name:agent expires&lt;30m owner=ana</source>
        <translation>词语或条件：state:running image:python name:agent expires&lt;30m owner=ana</translation>
    </message>
</context>
<context>
    <name>SandboxForm</name>
    <message>
        <source>At most 63 characters, this has %1.</source>
        <translation>最多 63 个字符，现有 %1 个。</translation>
    </message>
    <message>
        <source>Only letters, digits, &apos;-&apos;, &apos;_&apos; and &apos;.&apos;, with a letter or digit at both ends.</source>
        <translation>只能用字母、数字、&apos;-&apos;、&apos;_&apos; 和 &apos;.&apos;，两端须为字母或数字。</translation>
    </message>
    <message>
        <source>Before &apos;/&apos; stands a lower-case domain name.</source>
        <translation>&apos;/&apos; 之前须为小写域名。</translation>
    </message>
    <message>
        <source>&apos;opensandbox.io/&apos; is kept for the server.</source>
        <translation>&apos;opensandbox.io/&apos; 保留给服务器。</translation>
    </message>
    <message>
        <source>The key is missing.</source>
        <translation>缺少键。</translation>
    </message>
    <message>
        <source>An image is needed.</source>
        <translation>需要镜像。</translation>
    </message>
    <message>
        <source>An image name has no spaces.</source>
        <translation>镜像名称不含空格。</translation>
    </message>
    <message>
        <source>The local runtime downloads no images. Choose one of the list, or another connection.</source>
        <translation>本地运行时不下载镜像。请从列表中选择，或使用其他连接。</translation>
    </message>
    <message>
        <source>At least 60 s.</source>
        <translation>至少 60 秒。</translation>
    </message>
    <message>
        <source>More than 0.</source>
        <translation>须大于 0。</translation>
    </message>
    <message>
        <source>At least 64 MiB.</source>
        <translation>至少 64 MiB。</translation>
    </message>
    <message>
        <source>The name is missing.</source>
        <translation>缺少名称。</translation>
    </message>
    <message>
        <source>Only letters, digits and &apos;_&apos;, no digit first.</source>
        <translation>只能用字母、数字和 &apos;_&apos;，不能以数字开头。</translation>
    </message>
    <message>
        <source>%1 is there twice.</source>
        <translation>%1 出现了两次。</translation>
    </message>
    <message>
        <source>&apos;name&apos; is set above.</source>
        <translation>&apos;name&apos; 已在上方设置。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no host name, address or range.</source>
        <translation>“%1”不是主机名、地址或范围。</translation>
    </message>
    <message>
        <source>The local runtime cannot filter by host name. Choose No network or another connection.</source>
        <translation>本地运行时无法按主机名过滤。请选择“无网络”或其他连接。</translation>
    </message>
    <message>
        <source>A quote is not closed.</source>
        <translation>引号没有闭合。</translation>
    </message>
    <message>
        <source>An entrypoint is needed, for example: tail -f /dev/null</source>
        <translation>需要入口命令，例如：tail -f /dev/null</translation>
    </message>
</context>
<context>
    <name>SandboxModel</name>
    <message>
        <source>no limit</source>
        <translation>无限制</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>镜像</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Expires in</source>
        <translation>剩余时间</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Metadata</source>
        <translation>元数据</translation>
    </message>
    <message>
        <source>Age</source>
        <translation>存在时间</translation>
    </message>
</context>
<context>
    <name>SandboxSession</name>
    <message>
        <source>%1 is gone.</source>
        <translation>%1 已不在。</translation>
    </message>
    <message>
        <source>%1 expired.</source>
        <translation>%1 已过期。</translation>
    </message>
    <message>
        <source>%1 was killed.</source>
        <translation>%1 已被终止。</translation>
    </message>
    <message>
        <source>%1 has ended.</source>
        <translation>%1 已结束。</translation>
    </message>
    <message>
        <source>%1 is gone. The server no longer lists it.</source>
        <translation>%1 已不在。服务器不再列出它。</translation>
    </message>
    <message>
        <source>%1 failed.</source>
        <translation>%1 失败了。</translation>
    </message>
    <message>
        <source>%1 failed: %2</source>
        <translation>%1 失败了：%2</translation>
    </message>
    <message>
        <source>Create another one like it.</source>
        <translation>请创建一个同样的。</translation>
    </message>
    <message>
        <source>%1 is paused. Resume it to run code.</source>
        <translation>%1 已暂停。恢复后才能运行代码。</translation>
    </message>
    <message>
        <source>%1 is stopping.</source>
        <translation>%1 正在停止。</translation>
    </message>
    <message>
        <source>%1 is not connected.</source>
        <translation>%1 未连接。</translation>
    </message>
</context>
<context>
    <name>SandboxState</name>
    <message>
        <source>Pending</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>Pausing</source>
        <translation>正在暂停</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Resuming</source>
        <translation>正在恢复</translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation>正在停止</translation>
    </message>
    <message>
        <source>Terminated</source>
        <translation>已终止</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Expired</source>
        <translation>已过期</translation>
    </message>
</context>
<context>
    <name>SandboxStore</name>
    <message>
        <source>could not be renewed</source>
        <translation>未能续期</translation>
    </message>
    <message>
        <source>could not be paused</source>
        <translation>未能暂停</translation>
    </message>
    <message>
        <source>Pause is not offered by this server (%1).</source>
        <translation>此服务器不提供暂停（%1）。</translation>
    </message>
    <message>
        <source>could not be resumed</source>
        <translation>未能恢复</translation>
    </message>
    <message>
        <source>could not be killed</source>
        <translation>未能终止</translation>
    </message>
    <message>
        <source>The server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>%1 %2: this server does not offer it (501).</source>
        <translation>%1 %2：此服务器不提供（501）。</translation>
    </message>
    <message>
        <source>%1 %2. %3</source>
        <translation>%1 %2。%3</translation>
    </message>
</context>
<context>
    <name>SandboxWords</name>
    <message>
        <source>No state</source>
        <translation>无状态</translation>
    </message>
    <message>
        <source>Killed</source>
        <translation>已终止</translation>
    </message>
    <message>
        <source>Gone</source>
        <translation>已不在</translation>
    </message>
    <message>
        <source>for %1</source>
        <translation>已 %1</translation>
    </message>
    <message>
        <source>at %1</source>
        <translation>于 %1</translation>
    </message>
    <message>
        <source>last seen %1</source>
        <translation>最后见于 %1</translation>
    </message>
    <message>
        <source>expiry passed, still running</source>
        <translation>已过期，仍在运行</translation>
    </message>
    <message numerus="yes">
        <source>%n context(s)</source>
        <translation>
            <numerusform>%n 个上下文</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 h %2 m</source>
        <translation>%1 时 %2 分</translation>
    </message>
    <message>
        <source>%1 d %2 h</source>
        <translation>%1 天 %2 时</translation>
    </message>
    <message numerus="yes">
        <source>%n second(s)</source>
        <translation>
            <numerusform>%n 秒</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n minute(s)</source>
        <translation>
            <numerusform>%n 分钟</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hour(s)</source>
        <translation>
            <numerusform>%n 小时</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n day(s)</source>
        <translation>
            <numerusform>%n 天</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 分</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>%1 时</translation>
    </message>
    <message>
        <source>%1 d</source>
        <translation>%1 天</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation>%1 时 %2 分</translation>
    </message>
    <message numerus="yes">
        <source>%Ln sandbox(es)</source>
        <translation>
            <numerusform>%Ln 个沙箱</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 MiB</source>
        <translation>%1 MiB</translation>
    </message>
    <message>
        <source>%1 GiB</source>
        <translation>%1 GiB</translation>
    </message>
    <message>
        <source>today %1</source>
        <translation>今天 %1</translation>
    </message>
    <message>
        <source>tomorrow %1</source>
        <translation>明天 %1</translation>
    </message>
    <message>
        <source>yesterday %1</source>
        <translation>昨天 %1</translation>
    </message>
    <message>
        <source>expires in %1</source>
        <translation>%1 后过期</translation>
    </message>
    <message>
        <source>no time limit</source>
        <translation>没有时间限制</translation>
    </message>
    <message>
        <source>Runs until it is killed.</source>
        <translation>一直运行，直到被终止。</translation>
    </message>
    <message>
        <source>Expires %1 (%2 UTC)</source>
        <translation>过期时间 %1（%2 UTC）</translation>
    </message>
</context>
<context>
    <name>SandboxesPane</name>
    <message>
        <source>Process isolation</source>
        <translation>进程隔离</translation>
    </message>
    <message>
        <source>What is and is not enforced</source>
        <translation>哪些强制执行，哪些没有</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>刷新</translation>
    </message>
    <message>
        <source>New sandbox</source>
        <translation>新建沙箱</translation>
    </message>
    <message>
        <source>New sandbox…</source>
        <translation>新建沙箱…</translation>
    </message>
    <message>
        <source>Copy diagnostics</source>
        <translation>复制诊断信息</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>移除 %1</translation>
    </message>
    <message>
        <source>Add connection…</source>
        <translation>添加连接…</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Try now</source>
        <translation>立即重试</translation>
    </message>
    <message>
        <source>Lists are as of %1.</source>
        <translation>列表截至 %1。</translation>
    </message>
    <message>
        <source>Next try in %1 s.</source>
        <translation>%1 秒后再试。</translation>
    </message>
    <message>
        <source>Trying now.</source>
        <translation>正在重试。</translation>
    </message>
    <message>
        <source>Clear filter (%1 hidden)</source>
        <translation>清除筛选（隐藏 %1 项）</translation>
    </message>
    <message>
        <source>No sandboxes yet</source>
        <translation>还没有沙箱</translation>
    </message>
    <message>
        <source>The runtime is ready. A sandbox is a private place to run code in.</source>
        <translation>运行时已就绪。沙箱是运行代码的私有环境。</translation>
    </message>
    <message>
        <source>Starting the local runtime</source>
        <translation>正在启动本地运行时</translation>
    </message>
    <message>
        <source>Sandboxes appear here as soon as it answers.</source>
        <translation>它应答后，沙箱会显示在这里。</translation>
    </message>
    <message>
        <source>Nothing matches</source>
        <translation>没有匹配项</translation>
    </message>
    <message numerus="yes">
        <source>%Ln sandbox(es) are hidden by the filter.</source>
        <translation>
            <numerusform>筛选隐藏了 %Ln 个沙箱。</numerusform>
        </translation>
    </message>
    <message>
        <source>Clear filter</source>
        <translation>清除筛选</translation>
    </message>
    <message numerus="yes">
        <source>%Ln expire(s) soon</source>
        <translation>
            <numerusform>%Ln 个即将过期</numerusform>
        </translation>
    </message>
    <message>
        <source>Updated %1 ago</source>
        <translation>%1前更新</translation>
    </message>
    <message>
        <source>Connecting to %1</source>
        <translation>正在连接 %1</translation>
    </message>
    <message>
        <source>Edit %1…</source>
        <translation>编辑 %1…</translation>
    </message>
    <message>
        <source>Change key</source>
        <translation>更换密钥</translation>
    </message>
</context>
<context>
    <name>SandboxesPart</name>
    <message>
        <source>Sandboxes</source>
        <translation>沙箱</translation>
    </message>
    <message>
        <source>The sandbox</source>
        <translation>沙箱</translation>
    </message>
    <message>
        <source>%1 is ready.</source>
        <translation>%1 已就绪。</translation>
    </message>
    <message>
        <source>Open a notebook</source>
        <translation>打开笔记本</translation>
    </message>
    <message>
        <source>%1 was not created. %2</source>
        <translation>未能创建 %1。%2</translation>
    </message>
    <message>
        <source>%1 is not ready yet. Try again in a moment.</source>
        <translation>%1 尚未就绪。请稍后再试。</translation>
    </message>
    <message>
        <source>Metrics</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Select a sandbox first.</source>
        <translation>请先选择一个沙箱。</translation>
    </message>
    <message>
        <source>%1 is paused.</source>
        <translation>%1 已暂停。</translation>
    </message>
    <message>
        <source>Only a paused sandbox can be resumed.</source>
        <translation>只有已暂停的沙箱可以恢复。</translation>
    </message>
    <message>
        <source>No server has been added yet.</source>
        <translation>尚未添加服务器。</translation>
    </message>
    <message>
        <source>%1 ends with the program, and its files with it.</source>
        <translation>%1 会随程序结束，其文件也一并消失。</translation>
    </message>
    <message>
        <source>Sandboxes end with the program, and their files with them: %1.</source>
        <translation>沙盒会随程序结束，其文件也一并消失：%1。</translation>
    </message>
</context>
<context>
    <name>SandboxesStatus</name>
    <message>
        <source>Sandboxes</source>
        <translation>沙箱</translation>
    </message>
    <message>
        <source>, expires in %1</source>
        <translation>，%1 后过期</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>Expires in %1</source>
        <translation>%1 后过期</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>无限制</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>%1 %   Memory %2</source>
        <translation>%1 %   内存 %2</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Renew %1 by 1 hour</source>
        <translation>将 %1 延长 1 小时</translation>
    </message>
    <message>
        <source>until %1</source>
        <translation>至 %1</translation>
    </message>
    <message>
        <source>Renew %1 until…</source>
        <translation>将 %1 延长至…</translation>
    </message>
    <message>
        <source>Resume %1</source>
        <translation>恢复 %1</translation>
    </message>
    <message>
        <source>Pause %1</source>
        <translation>暂停 %1</translation>
    </message>
    <message>
        <source>its processes stop until it is resumed</source>
        <translation>其进程会停止，直到恢复</translation>
    </message>
    <message>
        <source>holds %1 until it is resumed</source>
        <translation>暂停%1，直到恢复</translation>
    </message>
    <message>
        <source>Kill %1…</source>
        <translation>终止 %1…</translation>
    </message>
    <message>
        <source>its files go with it</source>
        <translation>其文件会一并消失</translation>
    </message>
    <message>
        <source>its files and %1 go with it</source>
        <translation>其文件和%1会一并消失</translation>
    </message>
</context>
<context>
    <name>SandboxesView</name>
    <message>
        <source>Sandboxes</source>
        <translation>沙箱</translation>
    </message>
</context>
<context>
    <name>SealedDocument</name>
    <message>
        <source>%1 is not shown: the cell has no such picture</source>
        <translation>%1 未显示：单元格中没有此图片</translation>
    </message>
    <message>
        <source>The picture cannot be read</source>
        <translation>无法读取图片</translation>
    </message>
</context>
<context>
    <name>SearchField</name>
    <message>
        <source>Clear</source>
        <translation>清除</translation>
    </message>
</context>
<context>
    <name>SessionTargets</name>
    <message>
        <source>%1 is not ready yet. Try again in a moment.</source>
        <translation>%1 尚未就绪。请稍后再试。</translation>
    </message>
    <message>
        <source>It was cancelled.</source>
        <translation>已取消。</translation>
    </message>
    <message>
        <source>%1 is not there.</source>
        <translation>%1 不在。</translation>
    </message>
    <message>
        <source>It was made over a connection that is not set up here. Add the connection, or choose another sandbox.</source>
        <translation>它是通过此处未设置的连接创建的。请添加该连接，或选择其他沙箱。</translation>
    </message>
</context>
<context>
    <name>ShortcutSheet</name>
    <message>
        <source>Command mode</source>
        <translation>命令模式</translation>
    </message>
    <message>
        <source>Edit the cell</source>
        <translation>编辑单元格</translation>
    </message>
    <message>
        <source>Insert a cell above</source>
        <translation>在上方插入单元格</translation>
    </message>
    <message>
        <source>Insert a cell below</source>
        <translation>在下方插入单元格</translation>
    </message>
    <message>
        <source>Delete the cell</source>
        <translation>删除单元格</translation>
    </message>
    <message>
        <source>Cut, copy, paste cells</source>
        <translation>剪切、复制、粘贴单元格</translation>
    </message>
    <message>
        <source>Undo a change of cells</source>
        <translation>撤销单元格更改</translation>
    </message>
    <message>
        <source>Make it code, text</source>
        <translation>转为代码、文本</translation>
    </message>
    <message>
        <source>Next, previous cell</source>
        <translation>下一个、上一个单元格</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>菜单</translation>
    </message>
    <message>
        <source> or </source>
        <translation> 或 </translation>
    </message>
    <message>
        <source>Notebook, command mode</source>
        <translation>笔记本，命令模式</translation>
    </message>
    <message>
        <source>Action or key</source>
        <translation>操作或按键</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>StartPage</name>
    <message>
        <source>Create</source>
        <translation>创建</translation>
    </message>
    <message>
        <source>Create: %1</source>
        <translation>创建：%1</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>起始页</translation>
    </message>
    <message>
        <source>Run something</source>
        <translation>运行点什么</translation>
    </message>
    <message>
        <source>Everything here works on this computer. No server, account or container engine is needed.</source>
        <translation>这里的一切都在本机运行。不需要服务器、账号或容器引擎。</translation>
    </message>
    <message>
        <source>Python notebook</source>
        <translation>Python 笔记本</translation>
    </message>
    <message>
        <source>Python with numpy, pandas and matplotlib. Opens a new notebook in it.</source>
        <translation>Python，含 numpy、pandas 和 matplotlib。并在其中打开新笔记本。</translation>
    </message>
    <message>
        <source>Multi-language</source>
        <translation>多语言</translation>
    </message>
    <message>
        <source>Shell</source>
        <translation>Shell</translation>
    </message>
    <message>
        <source>Bash cells in a clean, private home. Network off.</source>
        <translation>干净、私有主目录中的 Bash 单元格。网络关闭。</translation>
    </message>
    <message>
        <source>Learn by running</source>
        <translation>边运行边学</translation>
    </message>
    <message>
        <source>Welcome to the Workbench</source>
        <translation>欢迎使用 Workbench</translation>
    </message>
    <message>
        <source>A tour that runs: Python and Bash cells, a plot, a table, a progress bar.</source>
        <translation>可运行的导览：Python 和 Bash 单元格、图表、表格、进度条。</translation>
    </message>
    <message>
        <source>Plots, tables and long output</source>
        <translation>图表、表格和长输出</translation>
    </message>
    <message>
        <source>What the notebook draws, and how it treats more text than anybody can read.</source>
        <translation>笔记本能绘制什么，以及如何处理多到读不完的文本。</translation>
    </message>
    <message>
        <source>When things go wrong</source>
        <translation>出问题的时候</translation>
    </message>
    <message>
        <source>Break things on purpose and watch what is kept.</source>
        <translation>故意弄坏一些东西，看看什么会保留。</translation>
    </message>
    <message>
        <source>Use a server you have</source>
        <translation>使用已有的服务器</translation>
    </message>
    <message>
        <source>Connect to an OpenSandbox server on Docker or Kubernetes. Keys are kept in the system keyring.</source>
        <translation>连接到 Docker 或 Kubernetes 上的 OpenSandbox 服务器。密钥保存在系统密钥环中。</translation>
    </message>
    <message>
        <source>Add connection</source>
        <translation>添加连接</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>New notebook</source>
        <translation>新建笔记本</translation>
    </message>
    <message>
        <source>Open file</source>
        <translation>打开文件</translation>
    </message>
    <message>
        <source>Or drop an .ipynb file on this window.</source>
        <translation>或把 .ipynb 文件拖放到此窗口。</translation>
    </message>
    <message>
        <source>Show at start</source>
        <translation>启动时显示</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Preferences</source>
        <translation>首选项</translation>
    </message>
    <message>
        <source>Version %1</source>
        <translation>版本 %1</translation>
    </message>
    <message>
        <source>One notebook, a context for each language that is installed.</source>
        <translation>一个笔记本，每种已安装的语言一个上下文。</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>导入</translation>
    </message>
    <message>
        <source>Import the connection of osb</source>
        <translation>导入 osb 的连接</translation>
    </message>
</context>
<context>
    <name>StartSandbox</name>
    <message>
        <source>Sandbox &apos;%1&apos; was not found.</source>
        <translation>找不到沙箱“%1”。</translation>
    </message>
    <message>
        <source>There is no sandbox &apos;%1&apos; on %2.</source>
        <translation>%2 上没有沙箱“%1”。</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>Choose one in the Sandboxes list, or make a new one.</source>
        <translation>请在沙箱列表中选择，或新建一个。</translation>
    </message>
    <message>
        <source>%1 does not answer; the sandbox opens as soon as it is found there.</source>
        <translation>%1 没有应答；在那里找到沙箱后会立即打开。</translation>
    </message>
</context>
<context>
    <name>StatusBar</name>
    <message>
        <source>Status bar</source>
        <translation>状态栏</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
</context>
<context>
    <name>StreamArea</name>
    <message>
        <source>Output text</source>
        <translation>输出文本</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>全选</translation>
    </message>
</context>
<context>
    <name>StreamViewer</name>
    <message>
        <source>Find in output</source>
        <translation>在输出中查找</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>Wrap lines</source>
        <translation>自动换行</translation>
    </message>
    <message>
        <source>Go to the end</source>
        <translation>转到末尾</translation>
    </message>
    <message>
        <source>Copy all</source>
        <translation>全部复制</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>另存为…</translation>
    </message>
    <message>
        <source>Save output</source>
        <translation>保存输出</translation>
    </message>
    <message>
        <source>%1 was not written. %2.</source>
        <translation>未能写入 %1。%2。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln new line(s)</source>
        <translation>
            <numerusform>%Ln 行新内容</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TableBlock</name>
    <message>
        <source>Copy table</source>
        <translation>复制表格</translation>
    </message>
    <message>
        <source>Copy table as CSV</source>
        <translation>复制为 CSV</translation>
    </message>
    <message>
        <source>Open as table (%L1 rows)</source>
        <translation>以表格打开（%L1 行）</translation>
    </message>
    <message>
        <source>Show the columns further right</source>
        <translation>显示更靠右的列</translation>
    </message>
    <message>
        <source>Show the columns further left</source>
        <translation>显示更靠左的列</translation>
    </message>
</context>
<context>
    <name>TextBlock</name>
    <message>
        <source>Long lines, %1 in all</source>
        <translation>长行，共 %1</translation>
    </message>
    <message>
        <source>%L1 lines between, %2</source>
        <translation>中间有 %L1 行，%2</translation>
    </message>
    <message>
        <source>Collapse</source>
        <translation>折叠</translation>
    </message>
    <message>
        <source>Open in tab</source>
        <translation>在标签页中打开</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>全部显示</translation>
    </message>
    <message>
        <source>Reads the rest, %1 so far</source>
        <translation>正在读取其余部分，目前 %1</translation>
    </message>
    <message>
        <source>%1 (%2 of it lost)</source>
        <translation>%1（其中 %2 已丢失）</translation>
    </message>
</context>
<context>
    <name>Toasts</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>ToolRow</name>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>Toolbar</source>
        <translation>工具栏</translation>
    </message>
</context>
<context>
    <name>TracebackBlock</name>
    <message>
        <source>Cell [%1]</source>
        <translation>单元格 [%1]</translation>
    </message>
    <message>
        <source>%1, line %2</source>
        <translation>%1，第 %2 行</translation>
    </message>
    <message>
        <source> in %1</source>
        <translation> 在 %1</translation>
    </message>
    <message>
        <source>Fold the traceback</source>
        <translation>折叠回溯</translation>
    </message>
    <message>
        <source>%1 library frames</source>
        <translation>%1 个库帧</translation>
    </message>
    <message>
        <source>Whole traceback</source>
        <translation>完整回溯</translation>
    </message>
    <message>
        <source>Show Files</source>
        <translation>显示文件</translation>
    </message>
    <message>
        <source>Show %1 in Files</source>
        <translation>在文件中显示 %1</translation>
    </message>
    <message>
        <source>Add a cell that installs %1</source>
        <translation>添加安装 %1 的单元格</translation>
    </message>
    <message>
        <source>Copy traceback</source>
        <translation>复制回溯</translation>
    </message>
    <message numerus="yes">
        <source>%n frame(s) in %1</source>
        <translation>
            <numerusform>%1 中的 %n 帧</numerusform>
        </translation>
    </message>
    <message>
        <source>Exit status %1</source>
        <translation>退出状态 %1</translation>
    </message>
    <message>
        <source>Show %1</source>
        <translation>显示 %1</translation>
    </message>
    <message>
        <source>Go to %1</source>
        <translation>转到 %1</translation>
    </message>
</context>
<context>
    <name>UnknownBlock</name>
    <message>
        <source>Save as…</source>
        <translation>另存为…</translation>
    </message>
    <message>
        <source>Show as text</source>
        <translation>显示为文本</translation>
    </message>
</context>
<context>
    <name>VariablesPane</name>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Context whose variables are shown</source>
        <translation>显示其变量的上下文</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Filter the variables</source>
        <translation>筛选变量</translation>
    </message>
    <message>
        <source>Variables</source>
        <translation>变量</translation>
    </message>
    <message>
        <source>No notebook is open.</source>
        <translation>没有打开的笔记本。</translation>
    </message>
    <message>
        <source>The variables of its contexts appear here.</source>
        <translation>其上下文的变量会显示在这里。</translation>
    </message>
    <message>
        <source>No sandbox yet.</source>
        <translation>还没有沙箱。</translation>
    </message>
    <message>
        <source>The cell has no sandbox to run in.</source>
        <translation>单元格没有可运行的沙箱。</translation>
    </message>
    <message>
        <source>No variables here.</source>
        <translation>这里没有变量。</translation>
    </message>
    <message>
        <source>This server does not list the variables of %1.</source>
        <translation>此服务器不列出 %1 的变量。</translation>
    </message>
    <message>
        <source>The variables could not be read.</source>
        <translation>无法读取变量。</translation>
    </message>
    <message>
        <source>No variables yet.</source>
        <translation>还没有变量。</translation>
    </message>
    <message>
        <source>They appear after the first run in %1.</source>
        <translation>在 %1 中首次运行后会显示。</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 分</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>%1 时</translation>
    </message>
    <message>
        <source>Busy. Values from %1 ago</source>
        <translation>忙。值截至 %1 前</translation>
    </message>
    <message>
        <source>Values from %1 ago</source>
        <translation>值截至 %1 前</translation>
    </message>
    <message>
        <source>Busy</source>
        <translation>忙</translation>
    </message>
    <message>
        <source>%L1</source>
        <translation>%L1</translation>
    </message>
    <message>
        <source>The variables are gone.</source>
        <translation>变量已丢失。</translation>
    </message>
    <message>
        <source>The context ended. The next run in %1 starts with none.</source>
        <translation>上下文已结束。在 %1 中的下一次运行将从头开始。</translation>
    </message>
    <message>
        <source>%L1 of %L2</source>
        <translation>%L1 / %L2</translation>
    </message>
    <message>
        <source>%L1 of more than %L2</source>
        <translation>%L1 / 超过 %L2</translation>
    </message>
    <message>
        <source>Size or value</source>
        <translation>大小或值</translation>
    </message>
</context>
</TS>
