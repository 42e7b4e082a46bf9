<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en">
<context>
    <name>Banner</name>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CellCanvas</name>
    <message numerus="yes">
        <source>%Ln cell(s)</source>
        <translation>
            <numerusform>%Ln cell</numerusform>
            <numerusform>%Ln cells</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n cell(s) hidden</source>
        <translation>
            <numerusform>%n cell hidden</numerusform>
            <numerusform>%n cells hidden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Code hidden, %Ln line(s)</source>
        <translation>
            <numerusform>Code hidden, %Ln line</numerusform>
            <numerusform>Code hidden, %Ln lines</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CloseQuestion</name>
    <message numerus="yes">
        <source>Save %n document(s) before quitting?</source>
        <translation>
            <numerusform>Save %n document before quitting?</numerusform>
            <numerusform>Save %n documents before quitting?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Save %n document(s) before closing?</source>
        <translation>
            <numerusform>Save %n document before closing?</numerusform>
            <numerusform>Save %n documents before closing?</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CommandPalette</name>
    <message numerus="yes">
        <source>%n matches</source>
        <translation>
            <numerusform>%n match</numerusform>
            <numerusform>%n matches</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ConnectionAdvanced</name>
    <message numerus="yes">
        <source>%Ln replaced</source>
        <translation>
            <numerusform>%Ln replaced</numerusform>
            <numerusform>%Ln replaced</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 s, %Ln further tries</source>
        <translation>
            <numerusform>%1 s, %Ln further try</numerusform>
            <numerusform>%1 s, %Ln further tries</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ConnectionDialog</name>
    <message numerus="yes">
        <source>%1 answers in %2 ms and has %Ln sandbox(es).</source>
        <translation>
            <numerusform>%1 answers in %2 ms and has %Ln sandbox.</numerusform>
            <numerusform>%1 answers in %2 ms and has %Ln sandboxes.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ContextRunner</name>
    <message numerus="yes">
        <source>%Ln line(s) arrived before %1.</source>
        <translation>
            <numerusform>%Ln line arrived before %1.</numerusform>
            <numerusform>%Ln lines arrived before %1.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ContextsPane</name>
    <message numerus="yes">
        <source>Unknown, %n cell(s) wait</source>
        <translation>
            <numerusform>Unknown, %n cell waits</numerusform>
            <numerusform>Unknown, %n cells wait</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n context(s)</source>
        <translation>
            <numerusform>%n context</numerusform>
            <numerusform>%n contexts</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DataGrid</name>
    <message numerus="yes">
        <source>%Ln row(s)</source>
        <translation>
            <numerusform>%Ln row</numerusform>
            <numerusform>%Ln rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln column(s)</source>
        <translation>
            <numerusform>%Ln column</numerusform>
            <numerusform>%Ln columns</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) are hidden by the filter.</source>
        <translation>
            <numerusform>%Ln row is hidden by the filter.</numerusform>
            <numerusform>%Ln rows are hidden by the filter.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DiffView</name>
    <message numerus="yes">
        <source>%Ln difference(s)</source>
        <translation>
            <numerusform>%Ln difference</numerusform>
            <numerusform>%Ln differences</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Files::ConflictDialog</name>
    <message numerus="yes">
        <source>%Ln rows</source>
        <translation>
            <numerusform>%Ln row</numerusform>
            <numerusform>%Ln rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln lines</source>
        <translation>
            <numerusform>%Ln line</numerusform>
            <numerusform>%Ln lines</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Do this for the %Ln other conflicts</source>
        <translation>
            <numerusform>Do this for the %Ln other conflict</numerusform>
            <numerusform>Do this for the %Ln other conflicts</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Files::FileListView</name>
    <message numerus="yes">
        <source>%Ln items</source>
        <translation>
            <numerusform>%Ln item</numerusform>
            <numerusform>%Ln items</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Files::FilePreview</name>
    <message numerus="yes">
        <source>%Ln columns</source>
        <translation>
            <numerusform>%Ln column</numerusform>
            <numerusform>%Ln columns</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln rows</source>
        <translation>
            <numerusform>%Ln row</numerusform>
            <numerusform>%Ln rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>first %Ln rows</source>
        <translation>
            <numerusform>first %Ln row</numerusform>
            <numerusform>first %Ln rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln lines</source>
        <translation>
            <numerusform>%Ln line</numerusform>
            <numerusform>%Ln lines</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Files::FilesDocument</name>
    <message numerus="yes">
        <source>%Ln items are hidden by the filter.</source>
        <translation>
            <numerusform>%Ln item is hidden by the filter.</numerusform>
            <numerusform>%Ln items are hidden by the filter.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%L1 of %Ln items</source>
        <translation>
            <numerusform>%L1 of %Ln item</numerusform>
            <numerusform>%L1 of %Ln items</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln items</source>
        <translation>
            <numerusform>%Ln item</numerusform>
            <numerusform>%Ln items</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln selected, %1</source>
        <translation>
            <numerusform>%Ln selected, %1</numerusform>
            <numerusform>%Ln selected, %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln selected</source>
        <translation>
            <numerusform>%Ln selected</numerusform>
            <numerusform>%Ln selected</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln items are selected.</source>
        <translation>
            <numerusform>%Ln item is selected.</numerusform>
            <numerusform>%Ln items are selected.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %Ln items?</source>
        <translation>
            <numerusform>Delete %Ln item?</numerusform>
            <numerusform>Delete %Ln items?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln folders go with everything in them.</source>
        <translation>
            <numerusform>%Ln folder goes with everything in it.</numerusform>
            <numerusform>%Ln folders go with everything in them.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Download %Ln items to a folder</source>
        <translation>
            <numerusform>Download %Ln item to a folder</numerusform>
            <numerusform>Download %Ln items to a folder</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Downloading %Ln items. They can be dragged out when that is done.</source>
        <translation>
            <numerusform>Downloading %Ln item. It can be dragged out when that is done.</numerusform>
            <numerusform>Downloading %Ln items. They can be dragged out when that is done.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Cut %Ln items. Paste them into another folder to move them.</source>
        <translation>
            <numerusform>Cut %Ln item. Paste it into another folder to move it.</numerusform>
            <numerusform>Cut %Ln items. Paste them into another folder to move them.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Copied %Ln items.</source>
        <translation>
            <numerusform>Copied %Ln item.</numerusform>
            <numerusform>Copied %Ln items.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Files::FilesPart</name>
    <message numerus="yes">
        <source>%Ln transfers, %1</source>
        <translation>
            <numerusform>%Ln transfer, %1</numerusform>
            <numerusform>%Ln transfers, %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln transfers</source>
        <translation>
            <numerusform>%Ln transfer</numerusform>
            <numerusform>%Ln transfers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln transfers are not done. Quitting cancels them.</source>
        <translation>
            <numerusform>%Ln transfer is not done. Quitting cancels it.</numerusform>
            <numerusform>%Ln transfers are not done. Quitting cancels them.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Files::TransferModel</name>
    <message numerus="yes">
        <source>Sizes verified, %Ln skipped</source>
        <translation>
            <numerusform>Sizes verified, %Ln skipped</numerusform>
            <numerusform>Sizes verified, %Ln skipped</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln files</source>
        <translation>
            <numerusform>%Ln file</numerusform>
            <numerusform>%Ln files</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FindBar</name>
    <message numerus="yes">
        <source>%Ln replaced</source>
        <translation>
            <numerusform>%Ln replaced</numerusform>
            <numerusform>%Ln replaced</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln match(es) left</source>
        <translation>
            <numerusform>%Ln match left</numerusform>
            <numerusform>%Ln matches left</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>JsonBlock</name>
    <message numerus="yes">
        <source>[%Ln item(s)]</source>
        <translation>
            <numerusform>[%Ln item]</numerusform>
            <numerusform>[%Ln items]</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{%Ln entry(s)}</source>
        <translation>
            <numerusform>{%Ln entry}</numerusform>
            <numerusform>{%Ln entries}</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>KillDialog</name>
    <message numerus="yes">
        <source>Kill %n sandbox(es)?</source>
        <translation>
            <numerusform>Kill %n sandbox?</numerusform>
            <numerusform>Kill %n sandboxes?</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MetricsChart</name>
    <message numerus="yes">
        <source>of %Ln core(s)</source>
        <translation>
            <numerusform>of %Ln core</numerusform>
            <numerusform>of %Ln cores</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>NewSandboxDialog</name>
    <message numerus="yes">
        <source>%n variable(s)</source>
        <translation>
            <numerusform>%n variable</numerusform>
            <numerusform>%n variables</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n field(s) need another value</source>
        <translation>
            <numerusform>%n field needs another value</numerusform>
            <numerusform>%n fields need another value</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Notebook::Document</name>
    <message numerus="yes">
        <source>%n cell(s) had no valid id of their own. New ids are written with the next change.</source>
        <translation>
            <numerusform>%n cell had no valid id of its own. A new id is written with the next change.</numerusform>
            <numerusform>%n cells had no valid id of their own. New ids are written with the next change.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %n cell(s)</source>
        <translation>
            <numerusform>Delete %n cell</numerusform>
            <numerusform>Delete %n cells</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Move %n cell(s)</source>
        <translation>
            <numerusform>Move %n cell</numerusform>
            <numerusform>Move %n cells</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Merge %n cell(s)</source>
        <translation>
            <numerusform>Merge %n cell</numerusform>
            <numerusform>Merge %n cells</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Change the kind of %n cell(s)</source>
        <translation>
            <numerusform>Change the kind of %n cell</numerusform>
            <numerusform>Change the kind of %n cells</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Duplicate %n cell(s)</source>
        <translation>
            <numerusform>Duplicate %n cell</numerusform>
            <numerusform>Duplicate %n cells</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Paste %n cell(s)</source>
        <translation>
            <numerusform>Paste %n cell</numerusform>
            <numerusform>Paste %n cells</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>NotebookView</name>
    <message numerus="yes">
        <source>Tags of %n cell(s), separated by commas:</source>
        <translation>
            <numerusform>Tags of %n cell, separated by commas:</numerusform>
            <numerusform>Tags of %n cells, separated by commas:</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 is gone. %n cell(s) ran there.</source>
        <translation>
            <numerusform>%1 is gone. %n cell ran there.</numerusform>
            <numerusform>%1 is gone. %n cells ran there.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>A context of %1 is gone, and its variables with it. %n cell(s) ran there.</source>
        <translation>
            <numerusform>A context of %1 is gone, and its variables with it. %n cell ran there.</numerusform>
            <numerusform>A context of %1 is gone, and its variables with it. %n cells ran there.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 was not saved when the workbench ended. %Ln changed cell(s) came back, as of %2.</source>
        <translation>
            <numerusform>%1 was not saved when the workbench ended. %Ln changed cell came back, as of %2.</numerusform>
            <numerusform>%1 was not saved when the workbench ended. %Ln changed cells came back, as of %2.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n cell(s) waiting</source>
        <translation>
            <numerusform>%n cell waiting</numerusform>
            <numerusform>%n cells waiting</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln cell(s)</source>
        <translation>
            <numerusform>%Ln cell</numerusform>
            <numerusform>%Ln cells</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n cell(s) run or wait.</source>
        <translation>
            <numerusform>%n cell runs or waits.</numerusform>
            <numerusform>%n cells run or wait.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 restarts, and %n cell(s) wait for it.</source>
        <translation>
            <numerusform>%1 restarts, and %n cell waits for it.</numerusform>
            <numerusform>%1 restarts, and %n cells wait for it.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n cell(s) that waited for it did not run.</source>
        <translation>
            <numerusform>%n cell that waited for it did not run.</numerusform>
            <numerusform>%n cells that waited for it did not run.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 ends in %2, with %n running cell(s).</source>
        <translation>
            <numerusform>%1 ends in %2, with %n running cell.</numerusform>
            <numerusform>%1 ends in %2, with %n running cells.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>OutlinePane</name>
    <message numerus="yes">
        <source>%Ln heading(s)</source>
        <translation>
            <numerusform>%Ln heading</numerusform>
            <numerusform>%Ln headings</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>QueuePane</name>
    <message numerus="yes">
        <source>%Ln more</source>
        <translation>
            <numerusform>%Ln more</numerusform>
            <numerusform>%Ln more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RenewDialog</name>
    <message numerus="yes">
        <source>Renew %n sandbox(es) until?</source>
        <translation>
            <numerusform>Renew %n sandbox until?</numerusform>
            <numerusform>Renew %n sandboxes until?</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RunNotifier</name>
    <message numerus="yes">
        <source>%n cell(s) ran for %1</source>
        <translation>
            <numerusform>%n cell ran for %1</numerusform>
            <numerusform>%n cells ran for %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SandboxActions</name>
    <message numerus="yes">
        <source>%n running cell(s)</source>
        <translation>
            <numerusform>%n running cell</numerusform>
            <numerusform>%n running cells</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SandboxWords</name>
    <message numerus="yes">
        <source>%n context(s)</source>
        <translation>
            <numerusform>%n context</numerusform>
            <numerusform>%n contexts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n second(s)</source>
        <translation>
            <numerusform>%n second</numerusform>
            <numerusform>%n seconds</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n minute(s)</source>
        <translation>
            <numerusform>%n minute</numerusform>
            <numerusform>%n minutes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hour(s)</source>
        <translation>
            <numerusform>%n hour</numerusform>
            <numerusform>%n hours</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n day(s)</source>
        <translation>
            <numerusform>%n day</numerusform>
            <numerusform>%n days</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln sandbox(es)</source>
        <translation>
            <numerusform>%Ln sandbox</numerusform>
            <numerusform>%Ln sandboxes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SandboxesPane</name>
    <message numerus="yes">
        <source>%Ln sandbox(es) are hidden by the filter.</source>
        <translation>
            <numerusform>%Ln sandbox is hidden by the filter.</numerusform>
            <numerusform>%Ln sandboxes are hidden by the filter.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln expire(s) soon</source>
        <translation>
            <numerusform>%Ln expires soon</numerusform>
            <numerusform>%Ln expire soon</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>StreamViewer</name>
    <message numerus="yes">
        <source>%Ln new line(s)</source>
        <translation>
            <numerusform>%Ln new line</numerusform>
            <numerusform>%Ln new lines</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TracebackBlock</name>
    <message numerus="yes">
        <source>%n frame(s) in %1</source>
        <translation>
            <numerusform>%n frame in %1</numerusform>
            <numerusform>%n frames in %1</numerusform>
        </translation>
    </message>
</context>
</TS>
