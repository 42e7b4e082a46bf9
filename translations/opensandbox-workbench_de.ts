<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>Actions</name>
    <message>
        <source>Open a notebook first.</source>
        <translation>Zuerst ein Notebook öffnen.</translation>
    </message>
    <message>
        <source>Select a sandbox first.</source>
        <translation>Zuerst eine Sandbox auswählen.</translation>
    </message>
    <message>
        <source>&amp;New notebook</source>
        <translation>&amp;Neues Notebook</translation>
    </message>
    <message>
        <source>&amp;Open file…</source>
        <translation>Datei ö&amp;ffnen…</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>&amp;Speichern</translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation>Speichern &amp;unter…</translation>
    </message>
    <message>
        <source>&amp;Close tab</source>
        <translation>Reiter s&amp;chließen</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Wiederholen</translation>
    </message>
    <message>
        <source>Cu&amp;t</source>
        <translation>&amp;Ausschneiden</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>&amp;Einfügen</translation>
    </message>
    <message>
        <source>Select &amp;all</source>
        <translation>A&amp;lles auswählen</translation>
    </message>
    <message>
        <source>&amp;Search or run a command</source>
        <translation>Befehl &amp;suchen oder ausführen</translation>
    </message>
    <message>
        <source>&amp;Go to file…</source>
        <translation>&amp;Gehe zu Datei…</translation>
    </message>
    <message>
        <source>Layout: &amp;Operate</source>
        <translation>Ansicht: &amp;Verwalten</translation>
    </message>
    <message>
        <source>A wide table of sandboxes.</source>
        <translation>Eine breite Tabelle der Sandboxes.</translation>
    </message>
    <message>
        <source>Layout: &amp;Code</source>
        <translation>Ansicht: &amp;Code</translation>
    </message>
    <message>
        <source>The notebook with everything around it.</source>
        <translation>Das Notebook mit allem darum herum.</translation>
    </message>
    <message>
        <source>Layout: &amp;Watch</source>
        <translation>Ansicht: &amp;Beobachten</translation>
    </message>
    <message>
        <source>Charts of CPU and memory.</source>
        <translation>Diagramme von CPU und Speicher.</translation>
    </message>
    <message>
        <source>&amp;Left dock</source>
        <translation>&amp;Linke Leiste</translation>
    </message>
    <message>
        <source>&amp;Bottom dock</source>
        <translation>&amp;Untere Leiste</translation>
    </message>
    <message>
        <source>&amp;Right dock</source>
        <translation>&amp;Rechte Leiste</translation>
    </message>
    <message>
        <source>Larger &amp;text</source>
        <translation>Größere Schri&amp;ft</translation>
    </message>
    <message>
        <source>S&amp;maller text</source>
        <translation>&amp;Kleinere Schrift</translation>
    </message>
    <message>
        <source>&amp;Usual text size</source>
        <translation>&amp;Normale Schriftgröße</translation>
    </message>
    <message>
        <source>&amp;Full screen</source>
        <translation>Vollb&amp;ild</translation>
    </message>
    <message>
        <source>&amp;New sandbox…</source>
        <translation>&amp;Neue Sandbox…</translation>
    </message>
    <message>
        <source>New note&amp;book here</source>
        <translation>Neues Noteboo&amp;k hier</translation>
    </message>
    <message>
        <source>&amp;Details</source>
        <translation>&amp;Einzelheiten</translation>
    </message>
    <message>
        <source>&amp;Files</source>
        <translation>&amp;Dateien</translation>
    </message>
    <message>
        <source>&amp;Metrics</source>
        <translation>&amp;Messwerte</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>&amp;Anhalten</translation>
    </message>
    <message>
        <source>&amp;Resume</source>
        <translation>&amp;Fortsetzen</translation>
    </message>
    <message>
        <source>Rene&amp;w…</source>
        <translation>&amp;Verlängern…</translation>
    </message>
    <message>
        <source>&amp;Copy ID</source>
        <translation>&amp;ID kopieren</translation>
    </message>
    <message>
        <source>&amp;Add connection…</source>
        <translation>Verbindung &amp;hinzufügen…</translation>
    </message>
    <message>
        <source>Process &amp;isolation</source>
        <translation>Is&amp;olierung</translation>
    </message>
    <message>
        <source>What is and is not enforced on this computer.</source>
        <translation>Was auf diesem Rechner durchgesetzt wird und was nicht.</translation>
    </message>
    <message>
        <source>&amp;Kill…</source>
        <translation>&amp;Beenden…</translation>
    </message>
    <message>
        <source>&amp;Run cell</source>
        <translation>Zelle &amp;ausführen</translation>
    </message>
    <message>
        <source>Run and a&amp;dvance</source>
        <translation>Ausführen und &amp;weiter</translation>
    </message>
    <message>
        <source>Run &amp;all</source>
        <translation>A&amp;lle ausführen</translation>
    </message>
    <message>
        <source>Run all a&amp;bove</source>
        <translation>Alle &amp;darüber ausführen</translation>
    </message>
    <message>
        <source>Run from here &amp;on</source>
        <translation>Ab &amp;hier ausführen</translation>
    </message>
    <message>
        <source>&amp;Interrupt</source>
        <translation>&amp;Unterbrechen</translation>
    </message>
    <message>
        <source>&amp;Restart context</source>
        <translation>Kontext &amp;neu starten</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Ausführen</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>&amp;Preferences…</source>
        <translation>&amp;Einstellungen…</translation>
    </message>
    <message>
        <source>&amp;Next tab</source>
        <translation>&amp;Nächster Reiter</translation>
    </message>
    <message>
        <source>&amp;Previous tab</source>
        <translation>&amp;Voriger Reiter</translation>
    </message>
    <message>
        <source>Close &amp;other tabs</source>
        <translation>&amp;Andere Reiter schließen</translation>
    </message>
    <message>
        <source>Next part of the &amp;window</source>
        <translation>Nächster &amp;Teil des Fensters</translation>
    </message>
    <message>
        <source>Previous part of the w&amp;indow</source>
        <translation>Voriger Teil des &amp;Fensters</translation>
    </message>
    <message>
        <source>&amp;Start page</source>
        <translation>&amp;Startseite</translation>
    </message>
    <message>
        <source>&amp;Welcome notebook</source>
        <translation>&amp;Willkommens-Notebook</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>&amp;Tastenkürzel</translation>
    </message>
    <message>
        <source>&amp;About OpenSandbox Workbench</source>
        <translation>&amp;Über OpenSandbox Workbench</translation>
    </message>
    <message>
        <source>R&amp;eopen closed tab</source>
        <translation>Reiter &amp;wieder öffnen</translation>
    </message>
    <message>
        <source>Reset la&amp;yout</source>
        <translation>Ansicht &amp;zurücksetzen</translation>
    </message>
    <message>
        <source>Run and i&amp;nsert below</source>
        <translation>Ausführen und darunter &amp;einfügen</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>&amp;Sandbox</source>
        <translation>&amp;Sandbox</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>Aus&amp;führen</translation>
    </message>
    <message>
        <source>&amp;Context</source>
        <translation>&amp;Kontext</translation>
    </message>
    <message>
        <source>&amp;Tools</source>
        <translation>E&amp;xtras</translation>
    </message>
    <message>
        <source>&amp;Window</source>
        <translation>Fe&amp;nster</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>&amp;Edit connection…</source>
        <translation>Verbindung bea&amp;rbeiten…</translation>
    </message>
    <message>
        <source>Split &amp;right</source>
        <translation>Nach &amp;rechts teilen</translation>
    </message>
    <message>
        <source>Puts this tab beside the others.</source>
        <translation>Stellt diesen Reiter neben die anderen.</translation>
    </message>
    <message>
        <source>Split &amp;down</source>
        <translation>Nach &amp;unten teilen</translation>
    </message>
    <message>
        <source>Puts this tab below the others.</source>
        <translation>Stellt diesen Reiter unter die anderen.</translation>
    </message>
    <message>
        <source>&amp;Move tab to the other side</source>
        <translation>Reiter auf die andere Seite &amp;bringen</translation>
    </message>
    <message>
        <source>&amp;Go to the other side</source>
        <translation>Auf die andere Seite &amp;gehen</translation>
    </message>
    <message>
        <source>Ex&amp;port</source>
        <translation>E&amp;xportieren</translation>
    </message>
    <message>
        <source>Ce&amp;lls</source>
        <translation>&amp;Zellen</translation>
    </message>
    <message>
        <source>&amp;Kind of the cells</source>
        <translation>Art &amp;der Zellen</translation>
    </message>
    <message>
        <source>&amp;Output</source>
        <translation>Aus&amp;gabe</translation>
    </message>
    <message>
        <source>&amp;Panes</source>
        <translation>Bereic&amp;he</translation>
    </message>
    <message>
        <source>C&amp;ells</source>
        <translation>Z&amp;ellen</translation>
    </message>
    <message>
        <source>Close all &amp;tabs of this side</source>
        <translation>Alle Reiter dieser &amp;Seite schließen</translation>
    </message>
    <message>
        <source>L&amp;ines</source>
        <translation>Ze&amp;ilen</translation>
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
        <translation>%1 s</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>running</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>%1 UTC</source>
        <translation>%1 UTC</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>Methode</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>Pfad</translation>
    </message>
    <message>
        <source>Sandbox</source>
        <translation>Sandbox</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Request ID</source>
        <translation>Anfrage-ID</translation>
    </message>
</context>
<context>
    <name>ActivityPane</name>
    <message>
        <source>Filter: path, method, status</source>
        <translation>Filter: Pfad, Methode, Status</translation>
    </message>
    <message>
        <source>No calls yet.</source>
        <translation>Noch keine Aufrufe.</translation>
    </message>
    <message>
        <source>Each call to a server appears here with its answer.</source>
        <translation>Hier erscheint jeder Aufruf eines Servers mit seiner Antwort.</translation>
    </message>
    <message>
        <source>Activity</source>
        <translation>Aktivität</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Copy as curl</source>
        <translation>Als curl kopieren</translation>
    </message>
    <message>
        <source>Copy request ID</source>
        <translation>Anfrage-ID kopieren</translation>
    </message>
    <message>
        <source>Copy path</source>
        <translation>Pfad kopieren</translation>
    </message>
    <message>
        <source>Copy error</source>
        <translation>Fehler kopieren</translation>
    </message>
    <message>
        <source>Clear list</source>
        <translation>Liste leeren</translation>
    </message>
</context>
<context>
    <name>Application</name>
    <message>
        <source>Activity</source>
        <translation>Aktivität</translation>
    </message>
    <message>
        <source>, </source>
        <translation>, </translation>
    </message>
    <message>
        <source>No tab was closed.</source>
        <translation>Es wurde kein Reiter geschlossen.</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>About OpenSandbox Workbench</source>
        <translation>Über OpenSandbox Workbench</translation>
    </message>
    <message>
        <source>OpenSandbox Workbench %1</source>
        <translation>OpenSandbox Workbench %1</translation>
    </message>
    <message>
        <source>The program is free software under the GPL, version 3 or later; its SDK and local runtime under Apache 2.0.

Icons: Lucide, ISC and MIT. Text: Inter and JetBrains Mono, OFL.</source>
        <translation>Das Programm ist freie Software unter der GPL, Version 3 oder neuer; sein SDK und die lokale Laufzeit unter Apache 2.0.

Symbole: Lucide, ISC und MIT. Schrift: Inter und JetBrains Mono, OFL.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Open file</source>
        <translation>Datei öffnen</translation>
    </message>
    <message>
        <source>Notebooks (*.ipynb);;All files (*)</source>
        <translation>Notebooks (*.ipynb);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Found: %1, with a key</source>
        <translation>Gefunden: %1, mit Schlüssel</translation>
    </message>
    <message>
        <source>Found: %1, without a key</source>
        <translation>Gefunden: %1, ohne Schlüssel</translation>
    </message>
    <message>
        <source>There is no connection &apos;%1&apos;. Known connections: %2. Add it with Sandbox ▸ Add connection.</source>
        <translation>Es gibt keine Verbindung &apos;%1&apos;. Bekannt: %2. Mit Sandbox ▸ Verbindung hinzufügen wird sie angelegt.</translation>
    </message>
    <message>
        <source>The workbench stopped while it opened the notebooks of last time, so they were not opened again.</source>
        <translation>Die Workbench blieb stehen, während sie die Notebooks vom letzten Mal öffnete. Deshalb wurden sie nicht wieder geöffnet.</translation>
    </message>
    <message>
        <source>Open them</source>
        <translation>Öffnen</translation>
    </message>
</context>
<context>
    <name>Banner</name>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n weitere</numerusform>
            <numerusform>%n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
</context>
<context>
    <name>BinView</name>
    <message>
        <source>Deleted cells</source>
        <translation>Gelöschte Zellen</translation>
    </message>
    <message>
        <source>Text of the cell</source>
        <translation>Text der Zelle</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>Wiederherstellen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Cells are kept here until the notebook is closed.</source>
        <translation>Zellen bleiben hier, bis das Notebook geschlossen wird.</translation>
    </message>
    <message>
        <source>(no text)</source>
        <translation>(kein Text)</translation>
    </message>
    <message>
        <source>Nothing was deleted.</source>
        <translation>Nichts wurde gelöscht.</translation>
    </message>
</context>
<context>
    <name>BrokenFile</name>
    <message>
        <source>%1 could not be opened</source>
        <translation>%1 konnte nicht geöffnet werden</translation>
    </message>
    <message>
        <source>Line %L1, column %L2: %3</source>
        <translation>Zeile %L1, Spalte %L2: %3</translation>
    </message>
    <message>
        <source>The file was not changed.</source>
        <translation>Die Datei wurde nicht verändert.</translation>
    </message>
    <message>
        <source>Open as text</source>
        <translation>Als Text öffnen</translation>
    </message>
    <message>
        <source>Open another…</source>
        <translation>Andere öffnen…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
</context>
<context>
    <name>CellCanvas</name>
    <message>
        <source>Notebook cells</source>
        <translation>Zellen des Notebooks</translation>
    </message>
    <message>
        <source>Empty text cell. Press Enter to write.</source>
        <translation>Leere Textzelle. Eingabetaste drücken, um zu schreiben.</translation>
    </message>
    <message>
        <source>Raw text</source>
        <translation>Rohtext</translation>
    </message>
    <message>
        <source>Output hidden</source>
        <translation>Ausgabe ausgeblendet</translation>
    </message>
    <message>
        <source>%1, no sandbox yet. Click to choose where it runs.</source>
        <translation>%1, noch keine Sandbox. Klicken, um zu wählen, wo sie läuft.</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1 in %2</translation>
    </message>
    <message>
        <source>Context %1</source>
        <translation>Kontext %1</translation>
    </message>
    <message>
        <source>Image %1</source>
        <translation>Image %1</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Error output</source>
        <translation>Fehlerausgabe</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>Error, %1: %2</source>
        <translation>Fehler, %1: %2</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>Picture, %1</source>
        <translation>Bild, %1</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Output of the unknown kind %1</source>
        <translation>Ausgabe der unbekannten Art %1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln cell(s)</source>
        <translation>
            <numerusform>%Ln Zelle</numerusform>
            <numerusform>%Ln Zellen</numerusform>
        </translation>
    </message>
    <message>
        <source>Fold all sections</source>
        <translation>Alle Abschnitte einklappen</translation>
    </message>
    <message>
        <source>Open all sections</source>
        <translation>Alle Abschnitte ausklappen</translation>
    </message>
    <message numerus="yes">
        <source>%n cell(s) hidden</source>
        <translation>
            <numerusform>%n Zelle ausgeblendet</numerusform>
            <numerusform>%n Zellen ausgeblendet</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Code hidden, %Ln line(s)</source>
        <translation>
            <numerusform>Code ausgeblendet, %Ln Zeile</numerusform>
            <numerusform>Code ausgeblendet, %Ln Zeilen</numerusform>
        </translation>
    </message>
    <message>
        <source>Its variables are shared with %1.</source>
        <translation>Seine Variablen teilt er mit %1.</translation>
    </message>
    <message>
        <source>Output hidden · %1</source>
        <translation>Ausgabe verborgen · %1</translation>
    </message>
</context>
<context>
    <name>CellStatus</name>
    <message>
        <source>Queued, next</source>
        <translation>Wartet, als Nächste</translation>
    </message>
    <message>
        <source>Queued, 2nd</source>
        <translation>Wartet, als 2.</translation>
    </message>
    <message>
        <source>Queued, 3rd</source>
        <translation>Wartet, als 3.</translation>
    </message>
    <message>
        <source>Queued, %1th</source>
        <translation>Wartet, als %1.</translation>
    </message>
    <message>
        <source> s</source>
        <translation> s</translation>
    </message>
    <message>
        <source>%1 seconds</source>
        <translation>%1 Sekunden</translation>
    </message>
    <message>
        <source>%1 minutes %2 seconds</source>
        <translation>%1 Minuten %2 Sekunden</translation>
    </message>
    <message>
        <source>Not run</source>
        <translation>Nicht ausgeführt</translation>
    </message>
    <message>
        <source>Interrupt requested</source>
        <translation>Unterbrechung angefordert</translation>
    </message>
    <message>
        <source>last run %1</source>
        <translation>letzter Lauf %1</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>Interrupted</source>
        <translation>Unterbrochen</translation>
    </message>
    <message>
        <source>Result unknown</source>
        <translation>Ergebnis unbekannt</translation>
    </message>
    <message>
        <source>after %1</source>
        <translation>nach %1</translation>
    </message>
    <message>
        <source>Context lost</source>
        <translation>Kontext verloren</translation>
    </message>
    <message>
        <source>Edited since run</source>
        <translation>Seitdem geändert</translation>
    </message>
    <message>
        <source>Cell %1</source>
        <translation>Zelle %1</translation>
    </message>
    <message>
        <source>text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>raw text</source>
        <translation>Rohtext</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1 in %2</translation>
    </message>
    <message>
        <source>not run</source>
        <translation>nicht ausgeführt</translation>
    </message>
    <message>
        <source>queued</source>
        <translation>wartet</translation>
    </message>
    <message>
        <source>running</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>done</source>
        <translation>fertig</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation>unterbrochen</translation>
    </message>
    <message>
        <source>result unknown</source>
        <translation>Ergebnis unbekannt</translation>
    </message>
    <message>
        <source>context lost</source>
        <translation>Kontext verloren</translation>
    </message>
    <message>
        <source>edited since run</source>
        <translation>seitdem geändert</translation>
    </message>
    <message>
        <source>In the background</source>
        <translation>Im Hintergrund</translation>
    </message>
    <message>
        <source>Not run here</source>
        <translation>Nicht hier ausgeführt</translation>
    </message>
    <message>
        <source>No sandbox</source>
        <translation>Keine Sandbox</translation>
    </message>
    <message>
        <source>About %1 left</source>
        <translation>Noch etwa %1</translation>
    </message>
    <message>
        <source>Longer than usual (%1)</source>
        <translation>Länger als sonst (%1)</translation>
    </message>
    <message>
        <source>Last runs: %1</source>
        <translation>Letzte Läufe: %1</translation>
    </message>
    <message>
        <source>No output for %1</source>
        <translation>Seit %1 keine Ausgabe</translation>
    </message>
    <message>
        <source>Waits for input</source>
        <translation>Wartet auf Eingabe</translation>
    </message>
    <message>
        <source>Ran in part</source>
        <translation>Nur teilweise ausgeführt</translation>
    </message>
    <message>
        <source>ran in part</source>
        <translation>nur teilweise ausgeführt</translation>
    </message>
    <message>
        <source>Queued</source>
        <translation>Wartet</translation>
    </message>
</context>
<context>
    <name>CloseQuestion</name>
    <message>
        <source>Quit all the same?</source>
        <translation>Trotzdem beenden?</translation>
    </message>
    <message numerus="yes">
        <source>Save %n document(s) before quitting?</source>
        <translation>
            <numerusform>%n Dokument vor dem Beenden speichern?</numerusform>
            <numerusform>%n Dokumente vor dem Beenden speichern?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Save %n document(s) before closing?</source>
        <translation>
            <numerusform>%n Dokument vor dem Schließen speichern?</numerusform>
            <numerusform>%n Dokumente vor dem Schließen speichern?</numerusform>
        </translation>
    </message>
    <message>
        <source>Not saved yet: asks for a place</source>
        <translation>Noch nie gespeichert: fragt nach einem Ort</translation>
    </message>
    <message>
        <source>&amp;Interrupt what runs first</source>
        <translation>Was läuft, zuerst &amp;unterbrechen</translation>
    </message>
    <message>
        <source>&amp;Discard all</source>
        <translation>Alle &amp;verwerfen</translation>
    </message>
    <message>
        <source>Discard all</source>
        <translation>Alle verwerfen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>&amp;Save all</source>
        <translation>Alle &amp;speichern</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <source>It is left alone; output after closing is lost.</source>
        <translation>Es läuft weiter; was es nach dem Schließen ausgibt, geht verloren.</translation>
    </message>
    <message>
        <source>It is interrupted first; output so far is kept.</source>
        <translation>Es wird zuerst unterbrochen; die Ausgabe bis dahin bleibt.</translation>
    </message>
    <message>
        <source>It is interrupted first.</source>
        <translation>Es wird zuerst unterbrochen.</translation>
    </message>
    <message>
        <source>&amp;Save %1 of %2</source>
        <translation>%1 von %2 &amp;speichern</translation>
    </message>
    <message>
        <source>Nothing is ticked.</source>
        <translation>Nichts ist angehakt.</translation>
    </message>
    <message>
        <source>What has no tick closes without being saved.</source>
        <translation>Was keinen Haken hat, wird ohne Speichern geschlossen.</translation>
    </message>
    <message>
        <source>Waits until what runs has ended.</source>
        <translation>Wartet, bis beendet ist, was läuft.</translation>
    </message>
    <message>
        <source>Do &amp;not wait</source>
        <translation>&amp;Nicht warten</translation>
    </message>
    <message>
        <source>Do not wait</source>
        <translation>Nicht warten</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>&amp;End contexts that only these notebooks use</source>
        <translation>Kontexte &amp;beenden, die nur diese Notebooks benutzen</translation>
    </message>
    <message>
        <source>Their variables end with them.</source>
        <translation>Ihre Variablen enden mit ihnen.</translation>
    </message>
</context>
<context>
    <name>CodeEditor</name>
    <message>
        <source>Insert picture</source>
        <translation>Bild einfügen</translation>
    </message>
</context>
<context>
    <name>CodeLayout</name>
    <message>
        <source>%L1 more lines. Edit the cell to see them.</source>
        <translation>Noch %L1 Zeilen. Zelle bearbeiten, um sie zu sehen.</translation>
    </message>
</context>
<context>
    <name>CodePane</name>
    <message>
        <source>Client</source>
        <translation>Client</translation>
    </message>
    <message>
        <source>Copy code</source>
        <translation>Code kopieren</translation>
    </message>
    <message>
        <source>Code for the same sandbox</source>
        <translation>Code für dieselbe Sandbox</translation>
    </message>
    <message>
        <source>Follows the form. Keys and secret values stay out of it.</source>
        <translation>Folgt dem Formular. Schlüssel und geheime Werte bleiben draußen.</translation>
    </message>
</context>
<context>
    <name>CommandField</name>
    <message>
        <source>Search or run a command</source>
        <translation>Befehl suchen oder ausführen</translation>
    </message>
    <message>
        <source>Search or run a command  %1</source>
        <translation>Befehl suchen oder ausführen  %1</translation>
    </message>
    <message>
        <source>Search or run</source>
        <translation>Suchen oder ausführen</translation>
    </message>
</context>
<context>
    <name>CommandLine</name>
    <message>
        <source>All options: %1</source>
        <translation>Alle Optionen: %1</translation>
    </message>
</context>
<context>
    <name>CommandPalette</name>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>Not possible now.</source>
        <translation>Jetzt nicht möglich.</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Ausführen</translation>
    </message>
    <message>
        <source>Copy as code</source>
        <translation>Als Code kopieren</translation>
    </message>
    <message>
        <source>commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>cells</source>
        <translation>Zellen</translation>
    </message>
    <message>
        <source>files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>sandboxes</source>
        <translation>Sandboxes</translation>
    </message>
    <message>
        <source>Search or run a command</source>
        <translation>Befehl suchen oder ausführen</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>Ergebnisse</translation>
    </message>
    <message>
        <source>Nothing matches.</source>
        <translation>Nichts passt.</translation>
    </message>
    <message numerus="yes">
        <source>%n matches</source>
        <translation>
            <numerusform>%n Treffer</numerusform>
            <numerusform>%n Treffer</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CompareRun</name>
    <message>
        <source>Show differences</source>
        <translation>Unterschiede zeigen</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>Noch einmal ausführen</translation>
    </message>
    <message>
        <source>Runs in %1 contexts</source>
        <translation>Läuft in %1 Kontexten</translation>
    </message>
    <message>
        <source>All outputs are the same</source>
        <translation>Alle Ausgaben sind gleich</translation>
    </message>
    <message>
        <source>The outputs differ</source>
        <translation>Die Ausgaben unterscheiden sich</translation>
    </message>
    <message>
        <source>%1 of %2 outputs differ from the first</source>
        <translation>%1 von %2 Ausgaben weichen von der ersten ab</translation>
    </message>
    <message>
        <source>Compares…</source>
        <translation>Vergleicht…</translation>
    </message>
</context>
<context>
    <name>Completion</name>
    <message>
        <source>Completions</source>
        <translation>Vorschläge</translation>
    </message>
    <message>
        <source>Explanation</source>
        <translation>Erklärung</translation>
    </message>
    <message>
        <source>%1
In cell %2</source>
        <translation>%1
In Zelle %2</translation>
    </message>
    <message>
        <source>The context is busy. It explains names when it is idle.</source>
        <translation>Der Kontext ist beschäftigt. Er erklärt Namen, wenn er frei ist.</translation>
    </message>
    <message>
        <source>%1 is not defined in this notebook.</source>
        <translation>%1 ist in diesem Notebook nicht definiert.</translation>
    </message>
    <message>
        <source>Nothing is known about %1.</source>
        <translation>Über %1 ist nichts bekannt.</translation>
    </message>
</context>
<context>
    <name>Connection</name>
    <message>
        <source>%1 does not answer.</source>
        <translation>%1 antwortet nicht.</translation>
    </message>
    <message>
        <source>Check that the server runs and that its address is right.</source>
        <translation>Prüfen, ob der Server läuft und die Adresse stimmt.</translation>
    </message>
    <message>
        <source>%1 did not answer in time.</source>
        <translation>%1 hat nicht rechtzeitig geantwortet.</translation>
    </message>
    <message>
        <source>Try again, or check how busy the server is.</source>
        <translation>Noch einmal versuchen, oder prüfen, wie beschäftigt der Server ist.</translation>
    </message>
    <message>
        <source>%1 answers, but not as an OpenSandbox server does.</source>
        <translation>%1 antwortet, aber nicht wie ein OpenSandbox-Server.</translation>
    </message>
    <message>
        <source>Check the address: another program may listen there.</source>
        <translation>Die Adresse prüfen: vielleicht lauscht dort ein anderes Programm.</translation>
    </message>
    <message>
        <source>The key was refused (%1). It may have expired or belong to another server.</source>
        <translation>Der Schlüssel wurde abgelehnt (%1). Er ist vielleicht abgelaufen oder gehört zu einem anderen Server.</translation>
    </message>
    <message>
        <source>Change the key of %1.</source>
        <translation>Den Schlüssel von %1 ändern.</translation>
    </message>
    <message>
        <source>Try again. If it stays, look at the server&apos;s log.</source>
        <translation>Noch einmal versuchen. Wenn es bleibt, in das Protokoll des Servers sehen.</translation>
    </message>
    <message>
        <source>%1 did not become ready in time.</source>
        <translation>%1 war nicht rechtzeitig bereit.</translation>
    </message>
    <message>
        <source>Check that the sandbox&apos;s address can be reached from here, or use the server&apos;s proxy.</source>
        <translation>Prüfen, ob die Adresse der Sandbox von hier erreichbar ist, oder den Proxy des Servers benutzen.</translation>
    </message>
    <message>
        <source>This did not work.</source>
        <translation>Das ging nicht.</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Aus</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>Startet</translation>
    </message>
    <message>
        <source>Connecting</source>
        <translation>Verbindet</translation>
    </message>
    <message>
        <source>Online</source>
        <translation>Verbunden</translation>
    </message>
    <message>
        <source>No answer</source>
        <translation>Keine Antwort</translation>
    </message>
    <message>
        <source>Key refused</source>
        <translation>Schlüssel abgelehnt</translation>
    </message>
    <message>
        <source>Not started</source>
        <translation>Nicht gestartet</translation>
    </message>
    <message>
        <source>%1 could not do this (%2)</source>
        <translation>%1 konnte das nicht ausführen (%2)</translation>
    </message>
    <message>
        <source>%1 refused this (%2)</source>
        <translation>%1 hat das abgelehnt (%2)</translation>
    </message>
    <message>
        <source>Choose another image, or correct its name.</source>
        <translation>Ein anderes Image wählen oder den Namen berichtigen.</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
</context>
<context>
    <name>ConnectionAdvanced</name>
    <message>
        <source>Host</source>
        <translation>Host</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keiner</translation>
    </message>
    <message>
        <source>This one</source>
        <translation>Dieser</translation>
    </message>
    <message>
        <source>Addresses of sandboxes</source>
        <translation>Adressen der Sandboxes</translation>
    </message>
    <message>
        <source>Proxy</source>
        <translation>Proxy</translation>
    </message>
    <message>
        <source>Certificates</source>
        <translation>Zertifikate</translation>
    </message>
    <message>
        <source>Time limits and further tries</source>
        <translation>Fristen und weitere Versuche</translation>
    </message>
    <message>
        <source>Host that the server names</source>
        <translation>Host, den der Server nennt</translation>
    </message>
    <message>
        <source>Host that is reached from here</source>
        <translation>Host, der von hier erreichbar ist</translation>
    </message>
    <message>
        <source>Where the server names sandboxes by a host that is called otherwise here: the name it says, and the one to use instead. A port may follow.</source>
        <translation>Wenn der Server Sandboxes mit einem Host nennt, der hier anders heißt: der genannte Name und der, der stattdessen gilt. Ein Port darf folgen.</translation>
    </message>
    <message>
        <source>Proxy&apos;s address, http or socks5</source>
        <translation>Adresse des Proxys, http oder socks5</translation>
    </message>
    <message>
        <source>User, where it asks for one</source>
        <translation>Benutzer, falls er einen verlangt</translation>
    </message>
    <message>
        <source>Password (kept in the keyring)</source>
        <translation>Passwort (liegt im Schlüsselbund)</translation>
    </message>
    <message>
        <source>Choose: %1</source>
        <translation>Auswählen: %1</translation>
    </message>
    <message>
        <source>PEM files (*.pem *.crt *.cer *.key);;All files (*)</source>
        <translation>PEM-Dateien (*.pem *.crt *.cer *.key);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Trust this authority, too</source>
        <translation>Auch dieser Stelle vertrauen</translation>
    </message>
    <message>
        <source>Own certificate</source>
        <translation>Eigenes Zertifikat</translation>
    </message>
    <message>
        <source>Its private key</source>
        <translation>Sein privater Schlüssel</translation>
    </message>
    <message>
        <source>The key&apos;s password (kept in the keyring)</source>
        <translation>Passwort des Schlüssels (liegt im Schlüsselbund)</translation>
    </message>
    <message>
        <source>PEM files. They are read anew at each start.</source>
        <translation>PEM-Dateien. Sie werden bei jedem Start neu gelesen.</translation>
    </message>
    <message>
        <source>Answer within</source>
        <translation>Antwort innerhalb von</translation>
    </message>
    <message>
        <source>New sandbox within</source>
        <translation>Neue Sandbox innerhalb von</translation>
    </message>
    <message>
        <source>Further tries of a failed read</source>
        <translation>Weitere Versuche nach missglücktem Lesen</translation>
    </message>
    <message>
        <source>First pause</source>
        <translation>Erste Pause</translation>
    </message>
    <message>
        <source>Longest pause</source>
        <translation>Längste Pause</translation>
    </message>
    <message>
        <source>Only reading is tried again. What changes something is sent once, whatever happens. Streams and transfers have no limit.</source>
        <translation>Nur Lesen wird wiederholt. Was etwas ändert, wird einmal gesendet, was auch geschieht. Ströme und Übertragungen haben keine Frist.</translation>
    </message>
    <message>
        <source>The name on the left is no host.</source>
        <translation>Der linke Name ist kein Host.</translation>
    </message>
    <message>
        <source>The name on the right is no host.</source>
        <translation>Der rechte Name ist kein Host.</translation>
    </message>
    <message>
        <source>Addresses of sandboxes: %1</source>
        <translation>Adressen der Sandboxes: %1</translation>
    </message>
    <message>
        <source>The proxy needs an address, for example http://proxy.example.org:3128.</source>
        <translation>Der Proxy braucht eine Adresse, zum Beispiel http://proxy.example.org:3128.</translation>
    </message>
    <message>
        <source>The proxy&apos;s address cannot be used. Write it as http://host:port or socks5://host:port.</source>
        <translation>Die Adresse des Proxys ist nicht brauchbar. Richtig ist http://host:port oder socks5://host:port.</translation>
    </message>
    <message>
        <source>%1: there is no file &apos;%2&apos;.</source>
        <translation>%1: Es gibt keine Datei &apos;%2&apos;.</translation>
    </message>
    <message>
        <source>An own certificate and its private key belong together. Name both, or neither.</source>
        <translation>Ein eigenes Zertifikat und sein privater Schlüssel gehören zusammen. Beide angeben oder keines.</translation>
    </message>
    <message>
        <source>as the server says</source>
        <translation>wie der Server sie nennt</translation>
    </message>
    <message numerus="yes">
        <source>%Ln replaced</source>
        <translation>
            <numerusform>%Ln ersetzt</numerusform>
            <numerusform>%Ln ersetzt</numerusform>
        </translation>
    </message>
    <message>
        <source>none</source>
        <translation>keiner</translation>
    </message>
    <message>
        <source>as the system says</source>
        <translation>wie das System es vorgibt</translation>
    </message>
    <message>
        <source>one more authority</source>
        <translation>eine weitere Stelle</translation>
    </message>
    <message>
        <source>an own certificate</source>
        <translation>ein eigenes Zertifikat</translation>
    </message>
    <message>
        <source>those of the system</source>
        <translation>die des Systems</translation>
    </message>
    <message>
        <source>, </source>
        <translation>, </translation>
    </message>
    <message>
        <source>%1 s, no further try</source>
        <translation>%1 s, kein weiterer Versuch</translation>
    </message>
    <message numerus="yes">
        <source>%1 s, %Ln further tries</source>
        <translation>
            <numerusform>%1 s, %Ln weiterer Versuch</numerusform>
            <numerusform>%1 s, %Ln weitere Versuche</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ConnectionDialog</name>
    <message>
        <source>Add connection</source>
        <translation>Verbindung hinzufügen</translation>
    </message>
    <message>
        <source>Add a connection</source>
        <translation>Eine Verbindung hinzufügen</translation>
    </message>
    <message>
        <source>For servers whose sandboxes have addresses that cannot be reached from here.</source>
        <translation>Für Server, deren Sandboxes Adressen haben, die von hier nicht erreichbar sind.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>An address is needed.</source>
        <translation>Eine Adresse fehlt.</translation>
    </message>
    <message>
        <source>This is no address. Write it as host:port.</source>
        <translation>Das ist keine Adresse. Schreibweise: Rechner:Port.</translation>
    </message>
    <message>
        <source>Only http and https are possible.</source>
        <translation>Nur http und https sind möglich.</translation>
    </message>
    <message>
        <source>Put the key into its own field, not into the address.</source>
        <translation>Der Schlüssel gehört in sein eigenes Feld, nicht in die Adresse.</translation>
    </message>
    <message>
        <source>Asking %1.</source>
        <translation>%1 wird gefragt.</translation>
    </message>
    <message>
        <source>Takes address and key from %1.</source>
        <translation>Übernimmt Adresse und Schlüssel aus %1.</translation>
    </message>
    <message>
        <source>Correct the file, or type the address here.</source>
        <translation>Die Datei berichtigen, oder die Adresse hier eingeben.</translation>
    </message>
    <message>
        <source>%1 names no server (connection.domain). Type the address here.</source>
        <translation>%1 nennt keinen Server (connection.domain). Die Adresse hier eingeben.</translation>
    </message>
    <message>
        <source>Taken from %1: the address. It has no key.</source>
        <translation>Aus %1 übernommen: die Adresse. Ein Schlüssel steht nicht darin.</translation>
    </message>
    <message>
        <source>Taken from %1: address and key.</source>
        <translation>Aus %1 übernommen: Adresse und Schlüssel.</translation>
    </message>
    <message>
        <source>pausing</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>snapshots</source>
        <translation>Schnappschüsse</translation>
    </message>
    <message>
        <source>pools of the server</source>
        <translation>Vorräte des Servers</translation>
    </message>
    <message>
        <source>diagnostics by scope</source>
        <translation>Diagnose nach Bereich</translation>
    </message>
    <message>
        <source>signed endpoints</source>
        <translation>signierte Endpunkte</translation>
    </message>
    <message>
        <source>the local runtime&apos;s additions</source>
        <translation>die Ergänzungen der lokalen Laufzeit</translation>
    </message>
    <message>
        <source>terminals</source>
        <translation>Terminals</translation>
    </message>
    <message>
        <source>completion and variables</source>
        <translation>Vervollständigung und Variablen</translation>
    </message>
    <message>
        <source>It is a local runtime, version %1.</source>
        <translation>Es ist eine lokale Laufzeit, Version %1.</translation>
    </message>
    <message>
        <source>It runs sandboxes on Kubernetes.</source>
        <translation>Er führt Sandboxes auf Kubernetes aus.</translation>
    </message>
    <message>
        <source>It runs sandboxes on Docker, as far as its answers show.</source>
        <translation>Er führt Sandboxes auf Docker aus, soweit seine Antworten es zeigen.</translation>
    </message>
    <message>
        <source>Offered: %1.</source>
        <translation>Vorhanden: %1.</translation>
    </message>
    <message>
        <source>, </source>
        <translation>, </translation>
    </message>
    <message>
        <source>Not offered: %1.</source>
        <translation>Nicht vorhanden: %1.</translation>
    </message>
    <message>
        <source>&amp;Reach sandboxes through the server</source>
        <translation>Sandboxes über den Server &amp;erreichen</translation>
    </message>
    <message>
        <source>&amp;Test connection</source>
        <translation>Verbindung &amp;prüfen</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Edit %1</source>
        <translation>%1 bearbeiten</translation>
    </message>
    <message>
        <source>A&amp;ddress</source>
        <translation>&amp;Adresse</translation>
    </message>
    <message>
        <source>&amp;Key (kept in the keyring)</source>
        <translation>&amp;Schlüssel (liegt im Schlüsselbund)</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>&amp;Name</translation>
    </message>
    <message>
        <source>This connection comes from the environment. What is changed here lasts until the program ends.</source>
        <translation>Diese Verbindung stammt aus der Umgebung. Was hier geändert wird, gilt bis zum Ende des Programms.</translation>
    </message>
    <message>
        <source>Advanced</source>
        <translation>Weiteres</translation>
    </message>
    <message>
        <source>&amp;Import from osb</source>
        <translation>Aus osb &amp;übernehmen</translation>
    </message>
    <message numerus="yes">
        <source>%1 answers in %2 ms and has %Ln sandbox(es).</source>
        <translation>
            <numerusform>%1 antwortet in %2 ms und hat %Ln Sandbox.</numerusform>
            <numerusform>%1 antwortet in %2 ms und hat %Ln Sandboxes.</numerusform>
        </translation>
    </message>
    <message>
        <source>Asking what it offers.</source>
        <translation>Es wird gefragt, was er bietet.</translation>
    </message>
    <message>
        <source>What it offers could not be found out. %1</source>
        <translation>Was er bietet, war nicht zu erfahren. %1</translation>
    </message>
</context>
<context>
    <name>ConnectionStore</name>
    <message>
        <source>Local runtime</source>
        <translation>Lokale Laufzeit</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>Umgebung</translation>
    </message>
    <message>
        <source>The key of %1 could not be read from the keyring. %2</source>
        <translation>Der Schlüssel von %1 konnte nicht aus dem Schlüsselbund gelesen werden. %2</translation>
    </message>
    <message>
        <source>The key of %1 could not be kept in the keyring and will be asked for next time. %2</source>
        <translation>Der Schlüssel von %1 konnte nicht im Schlüsselbund aufbewahrt werden und wird beim nächsten Mal erfragt. %2</translation>
    </message>
</context>
<context>
    <name>ContextButton</name>
    <message>
        <source>Runs in %1 %2</source>
        <translation>Läuft in %1 %2</translation>
    </message>
    <message>
        <source>Where the current cell runs</source>
        <translation>Wo die aktuelle Zelle läuft</translation>
    </message>
</context>
<context>
    <name>ContextRunner</name>
    <message>
        <source>The sandbox ended while this cell ran</source>
        <translation>Die Sandbox endete, während diese Zelle lief</translation>
    </message>
    <message>
        <source>Nothing of it runs any more.</source>
        <translation>Nichts davon läuft mehr.</translation>
    </message>
    <message>
        <source>The sandbox is gone.</source>
        <translation>Die Sandbox ist weg.</translation>
    </message>
    <message>
        <source>Its context was restarted, so its variables are gone.</source>
        <translation>Ihr Kontext wurde neu gestartet, die Variablen sind fort.</translation>
    </message>
    <message>
        <source>Its context was deleted, so its variables are gone.</source>
        <translation>Ihr Kontext wurde gelöscht, die Variablen sind fort.</translation>
    </message>
    <message>
        <source>The server no longer knows its context, so its variables are gone.</source>
        <translation>Der Server kennt ihren Kontext nicht mehr, die Variablen sind fort.</translation>
    </message>
    <message>
        <source>%1 is no more. Outputs stay readable here.</source>
        <translation>%1 gibt es nicht mehr. Die Ausgaben bleiben hier lesbar.</translation>
    </message>
    <message>
        <source>The sandbox</source>
        <translation>Die Sandbox</translation>
    </message>
    <message>
        <source>%1 is not there</source>
        <translation>%1 ist nicht da</translation>
    </message>
    <message>
        <source>It was killed, it expired, or its connection is not known here. The cell was not run.</source>
        <translation>Sie wurde beendet, ist abgelaufen, oder ihre Verbindung ist hier nicht bekannt. Die Zelle wurde nicht ausgeführt.</translation>
    </message>
    <message>
        <source>%1 is not there.</source>
        <translation>%1 ist nicht da.</translation>
    </message>
    <message>
        <source>Waits for %1</source>
        <translation>Wartet auf %1</translation>
    </message>
    <message>
        <source>%1 is no more</source>
        <translation>%1 gibt es nicht mehr</translation>
    </message>
    <message>
        <source>Its outputs stay readable here. Its files are gone. The cell was not run.</source>
        <translation>Ihre Ausgaben bleiben hier lesbar. Ihre Dateien sind fort. Die Zelle wurde nicht ausgeführt.</translation>
    </message>
    <message>
        <source>No context could be made, so the cell was not run</source>
        <translation>Es ließ sich kein Kontext anlegen, die Zelle wurde nicht ausgeführt</translation>
    </message>
    <message>
        <source>Restarts the context</source>
        <translation>Startet den Kontext neu</translation>
    </message>
    <message>
        <source>The context ended.</source>
        <translation>Der Kontext endete.</translation>
    </message>
    <message>
        <source>Its variables are gone. What arrived before stays above.</source>
        <translation>Seine Variablen sind fort. Was vorher ankam, steht darüber.</translation>
    </message>
    <message>
        <source>The context is gone, so its variables are gone</source>
        <translation>Der Kontext ist fort, und mit ihm seine Variablen</translation>
    </message>
    <message>
        <source>input() needs a terminal here</source>
        <translation>input() braucht hier ein Terminal</translation>
    </message>
    <message>
        <source>This server gives cells no keyboard.</source>
        <translation>Dieser Server gibt Zellen keine Tastatur.</translation>
    </message>
    <message>
        <source>A part of the output could not be read</source>
        <translation>Ein Teil der Ausgabe konnte nicht gelesen werden</translation>
    </message>
    <message>
        <source>%1 bytes were left out. %2</source>
        <translation>%1 Byte wurden ausgelassen. %2</translation>
    </message>
    <message>
        <source>Waits: %1 is busy</source>
        <translation>Wartet: %1 ist beschäftigt</translation>
    </message>
    <message>
        <source>The server no longer knows this context, so its variables are gone</source>
        <translation>Der Server kennt diesen Kontext nicht mehr, die Variablen sind fort</translation>
    </message>
    <message>
        <source>The cell was not run. Running it again makes a new context.</source>
        <translation>Die Zelle wurde nicht ausgeführt. Ein neuer Versuch legt einen neuen Kontext an.</translation>
    </message>
    <message>
        <source>The context is not there any more.</source>
        <translation>Den Kontext gibt es nicht mehr.</translation>
    </message>
    <message>
        <source>The connection broke while this cell ran, so its result is unknown</source>
        <translation>Die Verbindung brach ab, während diese Zelle lief; ihr Ergebnis ist unbekannt</translation>
    </message>
    <message>
        <source>The cell may still be running. It was not sent again.</source>
        <translation>Die Zelle läuft vielleicht noch. Sie wurde nicht noch einmal gesendet.</translation>
    </message>
    <message>
        <source>The server did not run the cell</source>
        <translation>Der Server hat die Zelle nicht ausgeführt</translation>
    </message>
    <message>
        <source>Request %1.</source>
        <translation>Anfrage %1.</translation>
    </message>
    <message>
        <source>The interrupt did not reach the server</source>
        <translation>Die Unterbrechung kam nicht beim Server an</translation>
    </message>
    <message>
        <source>%1 cannot be reached now.</source>
        <translation>%1 ist jetzt nicht erreichbar.</translation>
    </message>
    <message>
        <source>%1 answers and its context is there. Whether the cell has finished is not known; a run there waits until it has.</source>
        <translation>%1 antwortet, und ihr Kontext ist da. Ob die Zelle fertig ist, ist nicht bekannt; ein neuer Lauf wartet so lange.</translation>
    </message>
    <message>
        <source>%1 answers, but the context is gone. Its variables are gone with it.</source>
        <translation>%1 antwortet, aber der Kontext ist fort, und mit ihm die Variablen.</translation>
    </message>
    <message>
        <source>The context is busy.</source>
        <translation>Der Kontext ist beschäftigt.</translation>
    </message>
    <message>
        <source>There is no context yet.</source>
        <translation>Es gibt noch keinen Kontext.</translation>
    </message>
    <message>
        <source>The sandbox cannot be reached now.</source>
        <translation>Die Sandbox ist jetzt nicht erreichbar.</translation>
    </message>
    <message>
        <source>The line did not reach the code</source>
        <translation>Die Zeile kam nicht beim Code an</translation>
    </message>
    <message numerus="yes">
        <source>%Ln line(s) arrived before %1.</source>
        <translation>
            <numerusform>%Ln Zeile kam vor %1 an.</numerusform>
            <numerusform>%Ln Zeilen kamen vor %1 an.</numerusform>
        </translation>
    </message>
    <message>
        <source>The connection broke while the command was started, so its result is unknown</source>
        <translation>Die Verbindung brach ab, als der Befehl gestartet wurde; sein Ergebnis ist unbekannt</translation>
    </message>
    <message>
        <source>It ended with exit code %1.</source>
        <translation>Er endete mit Exit-Code %1.</translation>
    </message>
    <message>
        <source>It was ended by a signal.</source>
        <translation>Er wurde durch ein Signal beendet.</translation>
    </message>
    <message>
        <source>What the command printed until then stays readable here.</source>
        <translation>Was der Befehl bis dahin ausgab, bleibt hier lesbar.</translation>
    </message>
    <message>
        <source>%1 no longer knows this command</source>
        <translation>%1 kennt diesen Befehl nicht mehr</translation>
    </message>
    <message>
        <source>It was started anew since. What the command printed until then stays readable here.</source>
        <translation>Sie wurde seither neu gestartet. Was der Befehl bis dahin ausgab, bleibt hier lesbar.</translation>
    </message>
    <message>
        <source>The command is not there any more.</source>
        <translation>Den Befehl gibt es nicht mehr.</translation>
    </message>
    <message>
        <source>Connects to %1 again</source>
        <translation>Verbindet sich wieder mit %1</translation>
    </message>
    <message>
        <source>The output of the command cannot be read now</source>
        <translation>Die Ausgabe des Befehls ist jetzt nicht lesbar</translation>
    </message>
    <message>
        <source>The context of this cell is gone, and its variables with it</source>
        <translation>Den Kontext dieser Zelle gibt es nicht mehr, und damit seine Variablen</translation>
    </message>
    <message>
        <source>It was deleted, or %1 was started anew. The cell was not run.</source>
        <translation>Er wurde gelöscht, oder %1 wurde neu gestartet. Die Zelle wurde nicht ausgeführt.</translation>
    </message>
    <message>
        <source>The cell was interrupted, but not from here</source>
        <translation>Die Zelle wurde unterbrochen, aber nicht von hier aus</translation>
    </message>
    <message>
        <source>%1 does not say whether the context is still there. What arrived before stays above.</source>
        <translation>%1 sagt nicht, ob es den Kontext noch gibt. Was vorher ankam, bleibt oben stehen.</translation>
    </message>
    <message>
        <source>Too large to sort or filter there.</source>
        <translation>Zu groß, um es dort zu sortieren oder zu filtern.</translation>
    </message>
    <message>
        <source>Its context ended, so its variables are gone.</source>
        <translation>Ihr Kontext ist beendet, die Variablen sind verloren.</translation>
    </message>
    <message>
        <source>%1 cannot run %2.</source>
        <translation>%1 kann %2 nicht ausführen.</translation>
    </message>
    <message>
        <source>Choose another language or sandbox for the cell.</source>
        <translation>Für die Zelle eine andere Sprache oder Sandbox wählen.</translation>
    </message>
    <message>
        <source>%1 expired while this cell ran</source>
        <translation>%1 ist abgelaufen, während diese Zelle lief</translation>
    </message>
    <message>
        <source>%1 expired.</source>
        <translation>%1 ist abgelaufen.</translation>
    </message>
    <message>
        <source>%1 was paused at %2 and went on at %3</source>
        <translation>%1 wurde um %2 angehalten und lief um %3 weiter</translation>
    </message>
    <message>
        <source>What stands below came afterwards.</source>
        <translation>Was darunter steht, kam danach.</translation>
    </message>
    <message>
        <source>Starts the interpreter</source>
        <translation>Startet den Interpreter</translation>
    </message>
    <message>
        <source>This server does not forward what code displays, so no figure came</source>
        <translation>Dieser Server gibt Anzeigen des Codes nicht weiter, daher kam kein Bild</translation>
    </message>
    <message>
        <source>Preferences can bring figures back on such servers. Sandboxes on this computer show them.</source>
        <translation>Die Einstellungen können Bilder auf solchen Servern zurückbringen. Sandboxes auf diesem Rechner zeigen sie.</translation>
    </message>
</context>
<context>
    <name>ContextsCard</name>
    <message>
        <source>Contexts</source>
        <translation>Kontexte</translation>
    </message>
    <message>
        <source>New context</source>
        <translation>Neuer Kontext</translation>
    </message>
    <message>
        <source>The %1 context was not made.</source>
        <translation>Der %1-Kontext wurde nicht angelegt.</translation>
    </message>
    <message>
        <source>%1 is not connected.</source>
        <translation>%1 ist nicht verbunden.</translation>
    </message>
    <message>
        <source>No contexts. A notebook makes one when its first cell runs.</source>
        <translation>Keine Kontexte. Ein Notebook legt einen an, wenn seine erste Zelle läuft.</translation>
    </message>
    <message>
        <source>Connecting.</source>
        <translation>Verbindet.</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>Noch einmal</translation>
    </message>
    <message>
        <source>Busy, %1 queued</source>
        <translation>Beschäftigt, %1 warten</translation>
    </message>
    <message>
        <source>Busy</source>
        <translation>Beschäftigt</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>Bereit</translation>
    </message>
    <message>
        <source>Interrupt</source>
        <translation>Unterbrechen</translation>
    </message>
    <message>
        <source>It was not interrupted.</source>
        <translation>Er wurde nicht unterbrochen.</translation>
    </message>
    <message>
        <source>Restart: its variables are lost</source>
        <translation>Neu starten: seine Variablen gehen verloren</translation>
    </message>
    <message>
        <source>It was not restarted.</source>
        <translation>Er wurde nicht neu gestartet.</translation>
    </message>
    <message>
        <source>Delete: its variables are lost</source>
        <translation>Löschen: seine Variablen gehen verloren</translation>
    </message>
    <message>
        <source>It was not deleted.</source>
        <translation>Er wurde nicht gelöscht.</translation>
    </message>
</context>
<context>
    <name>ContextsPane</name>
    <message>
        <source>No contexts yet.</source>
        <translation>Noch keine Kontexte.</translation>
    </message>
    <message>
        <source>A notebook makes one when its first cell runs.</source>
        <translation>Ein Notizbuch legt einen an, wenn seine erste Zelle läuft.</translation>
    </message>
    <message>
        <source>Contexts</source>
        <translation>Kontexte</translation>
    </message>
    <message>
        <source>Not reachable</source>
        <translation>Nicht erreichbar</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>Bereit</translation>
    </message>
    <message numerus="yes">
        <source>Unknown, %n cell(s) wait</source>
        <translation>
            <numerusform>Unbekannt, %n Zelle wartet</numerusform>
            <numerusform>Unbekannt, %n Zellen warten</numerusform>
        </translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>Unbekannt</translation>
    </message>
    <message>
        <source>Busy, %1 queued</source>
        <translation>Beschäftigt, %1 wartend</translation>
    </message>
    <message>
        <source>Busy</source>
        <translation>Beschäftigt</translation>
    </message>
    <message>
        <source>Restarted %1</source>
        <translation>Neu gestartet %1</translation>
    </message>
    <message>
        <source>%1 in %2
%3</source>
        <translation>%1 in %2
%3</translation>
    </message>
    <message numerus="yes">
        <source>%n context(s)</source>
        <translation>
            <numerusform>%n Kontext</numerusform>
            <numerusform>%n Kontexte</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 busy</source>
        <translation>%1 beschäftigt</translation>
    </message>
    <message>
        <source>The context was not deleted.</source>
        <translation>Der Kontext wurde nicht gelöscht.</translation>
    </message>
    <message>
        <source>Interrupt</source>
        <translation>Unterbrechen</translation>
    </message>
    <message>
        <source>The context was not interrupted.</source>
        <translation>Der Kontext wurde nicht unterbrochen.</translation>
    </message>
    <message>
        <source>Restart: its variables are lost</source>
        <translation>Neu starten: seine Variablen gehen verloren</translation>
    </message>
    <message>
        <source>The context was not restarted.</source>
        <translation>Der Kontext wurde nicht neu gestartet.</translation>
    </message>
    <message>
        <source>Show %1</source>
        <translation>%1 zeigen</translation>
    </message>
    <message>
        <source>Delete: its variables are lost</source>
        <translation>Löschen: seine Variablen gehen verloren</translation>
    </message>
</context>
<context>
    <name>CreationView</name>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>Accepting the request</source>
        <translation>Nimmt die Anfrage an</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>Startet</translation>
    </message>
    <message>
        <source>Connecting to it</source>
        <translation>Verbindet sich mit ihr</translation>
    </message>
    <message>
        <source>Making contexts</source>
        <translation>Legt Kontexte an</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Bereit</translation>
    </message>
    <message>
        <source>a sandbox</source>
        <translation>eine Sandbox</translation>
    </message>
    <message>
        <source>Creating %1</source>
        <translation>%1 wird angelegt</translation>
    </message>
    <message>
        <source>%1 was not created</source>
        <translation>%1 wurde nicht angelegt</translation>
    </message>
    <message>
        <source>%1 is ready</source>
        <translation>%1 ist bereit</translation>
    </message>
</context>
<context>
    <name>DataGrid</name>
    <message>
        <source>Filter rows</source>
        <translation>Zeilen filtern</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>%L1 of %L2 rows match</source>
        <translation>%L1 von %L2 Zeilen passen</translation>
    </message>
    <message>
        <source>%L1 of %L2 rows</source>
        <translation>%L1 von %L2 Zeilen</translation>
    </message>
    <message>
        <source>the output has more</source>
        <translation>die Ausgabe hat mehr</translation>
    </message>
    <message>
        <source>Save table</source>
        <translation>Tabelle speichern</translation>
    </message>
    <message>
        <source>CSV (*.csv)</source>
        <translation>CSV (*.csv)</translation>
    </message>
    <message>
        <source>%1 was not written. %2.</source>
        <translation>%1 wurde nicht geschrieben. %2.</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy as CSV</source>
        <translation>Als CSV kopieren</translation>
    </message>
    <message>
        <source>Save as CSV…</source>
        <translation>Als CSV speichern…</translation>
    </message>
    <message>
        <source>Original order</source>
        <translation>Ursprüngliche Reihenfolge</translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s)</source>
        <translation>
            <numerusform>%Ln Zeile</numerusform>
            <numerusform>%Ln Zeilen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln column(s)</source>
        <translation>
            <numerusform>%Ln Spalte</numerusform>
            <numerusform>%Ln Spalten</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing matches.</source>
        <translation>Nichts passt.</translation>
    </message>
    <message>
        <source>No rows.</source>
        <translation>Keine Zeilen.</translation>
    </message>
    <message>
        <source>The rows could not be read.</source>
        <translation>Die Zeilen konnten nicht gelesen werden.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) are hidden by the filter.</source>
        <translation>
            <numerusform>%Ln Zeile blendet der Filter aus.</numerusform>
            <numerusform>%Ln Zeilen blendet der Filter aus.</numerusform>
        </translation>
    </message>
    <message>
        <source>Clear filter</source>
        <translation>Filter löschen</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal</translation>
    </message>
    <message>
        <source>Fetches all rows: %L1 of %L2</source>
        <translation>Holt alle Zeilen: %L1 von %L2</translation>
    </message>
    <message>
        <source>Sorted and filtered among the %L1 rows fetched so far</source>
        <translation>Sortiert und gefiltert unter den bisher geholten %L1 Zeilen</translation>
    </message>
    <message>
        <source>Sorted among the %L1 rows fetched so far</source>
        <translation>Sortiert unter den bisher geholten %L1 Zeilen</translation>
    </message>
    <message>
        <source>Filtered among the %L1 rows fetched so far</source>
        <translation>Gefiltert unter den bisher geholten %L1 Zeilen</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Fetch %L1 rows</source>
        <translation>%L1 Zeilen holen</translation>
    </message>
    <message>
        <source>Fetch all rows</source>
        <translation>Alle Zeilen holen</translation>
    </message>
    <message>
        <source>%L1 of %L2 columns</source>
        <translation>%L1 von %L2 Spalten</translation>
    </message>
    <message>
        <source>Sort by %1, smallest first</source>
        <translation>Nach %1 sortieren, kleinste zuerst</translation>
    </message>
    <message>
        <source>Sort by %1, largest first</source>
        <translation>Nach %1 sortieren, größte zuerst</translation>
    </message>
    <message>
        <source>Filter: words, ms&gt;100, ms is missing</source>
        <translation>Filter: Wörter, ms&gt;100, ms is missing</translation>
    </message>
    <message>
        <source>There is no column %1.</source>
        <translation>Es gibt keine Spalte %1.</translation>
    </message>
</context>
<context>
    <name>DiffArea</name>
    <message>
        <source>Differences</source>
        <translation>Unterschiede</translation>
    </message>
</context>
<context>
    <name>DiffView</name>
    <message>
        <source>Previous difference</source>
        <translation>Voriger Unterschied</translation>
    </message>
    <message>
        <source>Next difference</source>
        <translation>Nächster Unterschied</translation>
    </message>
    <message>
        <source>No differences</source>
        <translation>Keine Unterschiede</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message numerus="yes">
        <source>%Ln difference(s)</source>
        <translation>
            <numerusform>%Ln Unterschied</numerusform>
            <numerusform>%Ln Unterschiede</numerusform>
        </translation>
    </message>
    <message>
        <source>Compares…</source>
        <translation>Vergleicht…</translation>
    </message>
</context>
<context>
    <name>DocumentTabs</name>
    <message>
        <source>Close tab  %1</source>
        <translation>Reiter schließen  %1</translation>
    </message>
    <message>
        <source>Close tab</source>
        <translation>Reiter schließen</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>Dokumente</translation>
    </message>
    <message>
        <source>%1, not saved</source>
        <translation>%1, nicht gespeichert</translation>
    </message>
</context>
<context>
    <name>EndpointsCard</name>
    <message>
        <source>Endpoints</source>
        <translation>Endpunkte</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>Port</translation>
    </message>
    <message>
        <source>Show port</source>
        <translation>Port anzeigen</translation>
    </message>
    <message>
        <source>Every port of the sandbox can be reached. Name one to see where.</source>
        <translation>Jeder Port der Sandbox ist erreichbar. Einen nennen, um zu sehen, wo.</translation>
    </message>
    <message>
        <source>not connected</source>
        <translation>nicht verbunden</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Open in the browser</source>
        <translation>Im Browser öffnen</translation>
    </message>
</context>
<context>
    <name>ExecutionTargets</name>
    <message>
        <source>This server does not offer it.</source>
        <translation>Dieser Server bietet das nicht.</translation>
    </message>
</context>
<context>
    <name>ExpiryCard</name>
    <message>
        <source>Expires in</source>
        <translation>Läuft ab in</translation>
    </message>
    <message>
        <source>+15 min</source>
        <translation>+15 min</translation>
    </message>
    <message>
        <source>+1 h</source>
        <translation>+1 h</translation>
    </message>
    <message>
        <source>+24 h</source>
        <translation>+24 h</translation>
    </message>
    <message>
        <source>Until…</source>
        <translation>Bis…</translation>
    </message>
    <message>
        <source>expiry passed, still running</source>
        <translation>Zeit ist um, läuft noch</translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>von %1</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>keine Grenze</translation>
    </message>
    <message>
        <source>Runs until it is killed.</source>
        <translation>Läuft, bis sie beendet wird.</translation>
    </message>
    <message>
        <source>%1 (%2 UTC)</source>
        <translation>%1 (%2 UTC)</translation>
    </message>
</context>
<context>
    <name>FileDelegate</name>
    <message>
        <source>not reachable</source>
        <translation>nicht erreichbar</translation>
    </message>
    <message>
        <source>new</source>
        <translation>neu</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>geändert</translation>
    </message>
    <message>
        <source>New name of %1</source>
        <translation>Neuer Name von %1</translation>
    </message>
</context>
<context>
    <name>Files</name>
    <message>
        <source>%1 of %2 %3</source>
        <translation>%1 von %2 %3</translation>
    </message>
    <message>
        <source>%1/s</source>
        <translation>%1/s</translation>
    </message>
    <message>
        <source>%1 s left</source>
        <translation>noch %1 s</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>noch %1</translation>
    </message>
    <message>
        <source>Today %1</source>
        <translation>Heute %1</translation>
    </message>
    <message>
        <source>MMM d</source>
        <translation>d. MMM</translation>
    </message>
    <message>
        <source>MMM d, yyyy</source>
        <translation>d. MMM yyyy</translation>
    </message>
    <message>
        <source>Today, %1</source>
        <translation>Heute, %1</translation>
    </message>
    <message>
        <source>%1 s ago</source>
        <translation>vor %1 s</translation>
    </message>
    <message>
        <source>%1 min ago</source>
        <translation>vor %1 min</translation>
    </message>
    <message>
        <source>%1 h ago</source>
        <translation>vor %1 h</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>Verweis</translation>
    </message>
    <message>
        <source>Special file</source>
        <translation>Besondere Datei</translation>
    </message>
    <message>
        <source>Unfinished upload</source>
        <translation>Unfertige Übertragung</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>Programm</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>The file is empty.</source>
        <translation>Die Datei ist leer.</translation>
    </message>
    <message>
        <source>The picture could not be read: %1</source>
        <translation>Das Bild konnte nicht gelesen werden: %1</translation>
    </message>
    <message>
        <source>binary</source>
        <translation>binär</translation>
    </message>
    <message>
        <source>The name is not valid UTF-8, so the sandbox cannot be told which file is meant.</source>
        <translation>Der Name ist kein gültiges UTF-8, daher lässt sich der Sandbox nicht sagen, welche Datei gemeint ist.</translation>
    </message>
    <message>
        <source>The sandbox would replace the $ in this path by a variable and reach another file. Rename it in a terminal first.</source>
        <translation>Die Sandbox würde das $ in diesem Pfad durch eine Variable ersetzen und eine andere Datei erreichen. Zuerst in einem Terminal umbenennen.</translation>
    </message>
    <message>
        <source>The sandbox would replace the ~ at the start by the home folder. Give the whole path.</source>
        <translation>Die Sandbox würde das ~ am Anfang durch den eigenen Ordner ersetzen. Den ganzen Pfad angeben.</translation>
    </message>
    <message>
        <source>A name is needed.</source>
        <translation>Ein Name fehlt.</translation>
    </message>
    <message>
        <source>This name stands for a folder itself. Choose another one.</source>
        <translation>Dieser Name steht für den Ordner selbst. Einen anderen wählen.</translation>
    </message>
    <message>
        <source>A name cannot hold a slash.</source>
        <translation>Ein Name kann keinen Schrägstrich enthalten.</translation>
    </message>
    <message>
        <source>A name cannot hold a null character.</source>
        <translation>Ein Name kann kein Nullzeichen enthalten.</translation>
    </message>
    <message>
        <source>The name is longer than 255 bytes.</source>
        <translation>Der Name ist länger als 255 Byte.</translation>
    </message>
    <message>
        <source>The sandbox would replace the $ by a variable, so this name could not be reached again.</source>
        <translation>Die Sandbox würde das $ durch eine Variable ersetzen, so wäre dieser Name nicht wieder erreichbar.</translation>
    </message>
    <message>
        <source>The name holds a character that stands for a broken one.</source>
        <translation>Der Name enthält ein Zeichen, das für ein beschädigtes steht.</translation>
    </message>
    <message>
        <source>%1 does not exist any more.</source>
        <translation>%1 gibt es nicht mehr.</translation>
    </message>
    <message>
        <source>%1 cannot be read. Change its permissions, then try again.</source>
        <translation>%1 kann nicht gelesen werden. Die Rechte ändern, dann noch einmal versuchen.</translation>
    </message>
    <message>
        <source>%1 is a pipe, a socket or a device. Only files and folders can be sent.</source>
        <translation>%1 ist eine Pipe, ein Socket oder ein Gerät. Nur Dateien und Ordner können gesendet werden.</translation>
    </message>
    <message>
        <source>%1 is a link. Open it and take the file it leads to.</source>
        <translation>%1 ist ein Verweis. Ihn öffnen und die Datei nehmen, zu der er führt.</translation>
    </message>
    <message>
        <source>%1 is a pipe, a socket or a device. Only files and folders can be downloaded.</source>
        <translation>%1 ist eine Pipe, ein Socket oder ein Gerät. Nur Dateien und Ordner können heruntergeladen werden.</translation>
    </message>
    <message>
        <source>The sandbox has a file named %1, so the folder cannot go there. Rename one of them.</source>
        <translation>Die Sandbox hat eine Datei namens %1, daher kann der Ordner dort nicht hin. Einen der beiden umbenennen.</translation>
    </message>
    <message>
        <source>%1 is not a folder in the sandbox. Rename it, then try again.</source>
        <translation>%1 ist in der Sandbox kein Ordner. Umbenennen, dann noch einmal versuchen.</translation>
    </message>
    <message>
        <source>%1 is a file. Rename it or choose another folder.</source>
        <translation>%1 ist eine Datei. Umbenennen, oder einen anderen Ordner wählen.</translation>
    </message>
    <message>
        <source>The folder %1 could not be made. Choose another place.</source>
        <translation>Der Ordner %1 konnte nicht angelegt werden. Einen anderen Ort wählen.</translation>
    </message>
    <message>
        <source>Uploaded, but the size differs: %L1 of %L2 bytes arrived.</source>
        <translation>Hochgeladen, aber die Größe stimmt nicht: %L1 von %L2 Byte kamen an.</translation>
    </message>
    <message>
        <source>Downloaded, but the size differs: %L1 of %L2 bytes arrived.</source>
        <translation>Heruntergeladen, aber die Größe stimmt nicht: %L1 von %L2 Byte kamen an.</translation>
    </message>
    <message>
        <source>Rename it here first.</source>
        <translation>Zuerst hier umbenennen.</translation>
    </message>
    <message>
        <source>There is no place for the copy on its way: %1</source>
        <translation>Für die Kopie unterwegs ist kein Platz da: %1</translation>
    </message>
    <message>
        <source>Upload a folder to %1</source>
        <translation>Einen Ordner nach %1 hochladen</translation>
    </message>
    <message>
        <source>Upload files to %1</source>
        <translation>Dateien nach %1 hochladen</translation>
    </message>
    <message>
        <source>Upload</source>
        <translation>Hochladen</translation>
    </message>
</context>
<context>
    <name>Files::ConflictDialog</name>
    <message numerus="yes">
        <source>%Ln rows</source>
        <translation>
            <numerusform>%Ln Zeile</numerusform>
            <numerusform>%Ln Zeilen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln lines</source>
        <translation>
            <numerusform>%Ln Zeile</numerusform>
            <numerusform>%Ln Zeilen</numerusform>
        </translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Modified</source>
        <translation>Geändert</translation>
    </message>
    <message>
        <source>Content</source>
        <translation>Inhalt</translation>
    </message>
    <message>
        <source>newer</source>
        <translation>neuer</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Keep both</source>
        <translation>Beide behalten</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Ersetzen</translation>
    </message>
    <message>
        <source>Skip</source>
        <translation>Auslassen</translation>
    </message>
    <message>
        <source>Replace if mine is newer</source>
        <translation>Ersetzen, wenn meine neuer ist</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>The file keeps waiting in Transfers.</source>
        <translation>Die Datei wartet weiter unter Übertragungen.</translation>
    </message>
    <message numerus="yes">
        <source>Do this for the %Ln other conflicts</source>
        <translation>
            <numerusform>Auch für den %Ln anderen Konflikt</numerusform>
            <numerusform>Auch für die %Ln anderen Konflikte</numerusform>
        </translation>
    </message>
    <message>
        <source>Replace %1?</source>
        <translation>%1 ersetzen?</translation>
    </message>
    <message>
        <source>This computer</source>
        <translation>Dieser Rechner</translation>
    </message>
    <message>
        <source>%1 has a folder of this name in %2, so the file cannot replace it.</source>
        <translation>%1 hat in %2 einen Ordner dieses Namens, die Datei kann ihn nicht ersetzen.</translation>
    </message>
    <message>
        <source>its time is not known</source>
        <translation>ihre Zeit ist nicht bekannt</translation>
    </message>
    <message>
        <source>it was changed after yours</source>
        <translation>sie wurde nach Ihrer geändert</translation>
    </message>
    <message>
        <source>it was changed before yours</source>
        <translation>sie wurde vor Ihrer geändert</translation>
    </message>
    <message>
        <source>both were changed at the same time</source>
        <translation>beide wurden gleichzeitig geändert</translation>
    </message>
    <message>
        <source>%1 already has this file in %2, and %3.</source>
        <translation>%1 hat diese Datei in %2 schon, und %3.</translation>
    </message>
    <message>
        <source>It is a link: replacing writes to the file it leads to.</source>
        <translation>Es ist ein Verweis: Ersetzen schreibt in die Datei, zu der er führt.</translation>
    </message>
    <message>
        <source>Yours</source>
        <translation>Ihre</translation>
    </message>
    <message>
        <source>The copy</source>
        <translation>Die Kopie</translation>
    </message>
    <message>
        <source>In the sandbox</source>
        <translation>In der Sandbox</translation>
    </message>
    <message>
        <source>Keep both, as %1</source>
        <translation>Beide behalten, als %1</translation>
    </message>
    <message>
        <source>Replace if the other is newer</source>
        <translation>Ersetzen, wenn die andere neuer ist</translation>
    </message>
    <message>
        <source>Replace if newer</source>
        <translation>Ersetzen, wenn neuer</translation>
    </message>
</context>
<context>
    <name>Files::FileListView</name>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message numerus="yes">
        <source>%Ln items</source>
        <translation>
            <numerusform>%Ln Eintrag</numerusform>
            <numerusform>%Ln Einträge</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Files::FileModel</name>
    <message>
        <source>%L1 bytes</source>
        <translation>%L1 Byte</translation>
    </message>
    <message>
        <source>%1, owner %2, group %3</source>
        <translation>%1, Besitzer %2, Gruppe %3</translation>
    </message>
    <message>
        <source>new</source>
        <translation>neu</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>geändert</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Modified</source>
        <translation>Geändert</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>Rechte</translation>
    </message>
</context>
<context>
    <name>Files::FilePreview</name>
    <message>
        <source>Preview</source>
        <translation>Vorschau</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Preview as</source>
        <translation>Vorschau als</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>Open in its own tab</source>
        <translation>In eigenem Reiter öffnen</translation>
    </message>
    <message>
        <source>First rows of the table</source>
        <translation>Erste Zeilen der Tabelle</translation>
    </message>
    <message>
        <source>First lines of the file</source>
        <translation>Erste Zeilen der Datei</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal</translation>
    </message>
    <message>
        <source>Insert read code in notebook</source>
        <translation>Code zum Lesen ins Notebook einfügen</translation>
    </message>
    <message>
        <source>Nothing is selected.</source>
        <translation>Nichts ist ausgewählt.</translation>
    </message>
    <message>
        <source>Select a file to see what is in it.</source>
        <translation>Eine Datei auswählen, um zu sehen, was darin ist.</translation>
    </message>
    <message>
        <source>This file cannot be reached.</source>
        <translation>Diese Datei ist nicht erreichbar.</translation>
    </message>
    <message>
        <source>Press Enter to open the folder.</source>
        <translation>Eingabetaste öffnet den Ordner.</translation>
    </message>
    <message>
        <source>This is a link.</source>
        <translation>Das ist ein Verweis.</translation>
    </message>
    <message>
        <source>Press Enter to go where it leads.</source>
        <translation>Eingabetaste geht zum Ziel.</translation>
    </message>
    <message>
        <source>This is a pipe, a socket or a device.</source>
        <translation>Das ist eine Pipe, ein Socket oder ein Gerät.</translation>
    </message>
    <message>
        <source>There is nothing to read in it without stopping a program.</source>
        <translation>Darin ist nichts zu lesen, ohne ein Programm aufzuhalten.</translation>
    </message>
    <message>
        <source>The file is empty.</source>
        <translation>Die Datei ist leer.</translation>
    </message>
    <message>
        <source>The picture is too large for a preview.</source>
        <translation>Das Bild ist für eine Vorschau zu groß.</translation>
    </message>
    <message>
        <source>It has %1. Download it to look at it.</source>
        <translation>Es hat %1. Herunterladen, um es anzusehen.</translation>
    </message>
    <message>
        <source>%1 could not be read.</source>
        <translation>%1 konnte nicht gelesen werden.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln columns</source>
        <translation>
            <numerusform>%Ln Spalte</numerusform>
            <numerusform>%Ln Spalten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln rows</source>
        <translation>
            <numerusform>%Ln Zeile</numerusform>
            <numerusform>%Ln Zeilen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>first %Ln rows</source>
        <translation>
            <numerusform>erste %Ln Zeile</numerusform>
            <numerusform>erste %Ln Zeilen</numerusform>
        </translation>
    </message>
    <message>
        <source>tab</source>
        <translation>Tabulator</translation>
    </message>
    <message>
        <source>semicolon</source>
        <translation>Strichpunkt</translation>
    </message>
    <message>
        <source>bar</source>
        <translation>Strich</translation>
    </message>
    <message>
        <source>comma</source>
        <translation>Komma</translation>
    </message>
    <message numerus="yes">
        <source>%Ln lines</source>
        <translation>
            <numerusform>%Ln Zeile</numerusform>
            <numerusform>%Ln Zeilen</numerusform>
        </translation>
    </message>
    <message>
        <source>first %1 of %2</source>
        <translation>erste %1 von %2</translation>
    </message>
</context>
<context>
    <name>Files::FilesController</name>
    <message>
        <source>%1 cannot be reached. %2</source>
        <translation>%1 ist nicht erreichbar. %2</translation>
    </message>
    <message>
        <source>The sandbox does not answer.</source>
        <translation>Die Sandbox antwortet nicht.</translation>
    </message>
    <message>
        <source>The sandbox did not answer in time.</source>
        <translation>Die Sandbox hat nicht rechtzeitig geantwortet.</translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation>Abgebrochen.</translation>
    </message>
    <message>
        <source>It no longer exists.</source>
        <translation>Es gibt sie nicht mehr.</translation>
    </message>
    <message>
        <source>The key was refused (%1).</source>
        <translation>Der Schlüssel wurde abgelehnt (%1).</translation>
    </message>
    <message>
        <source>The sandbox&apos;s user may not do that.</source>
        <translation>Der Benutzer der Sandbox darf das nicht.</translation>
    </message>
    <message>
        <source>The sandbox refused.</source>
        <translation>Die Sandbox hat abgelehnt.</translation>
    </message>
    <message>
        <source>The answer could not be understood.</source>
        <translation>Die Antwort war nicht zu verstehen.</translation>
    </message>
    <message>
        <source>The connection broke, so the result is unknown.</source>
        <translation>Die Verbindung brach ab, das Ergebnis ist unbekannt.</translation>
    </message>
    <message>
        <source>The sandbox is not ready.</source>
        <translation>Die Sandbox ist nicht bereit.</translation>
    </message>
    <message>
        <source>request %1</source>
        <translation>Anfrage %1</translation>
    </message>
    <message>
        <source>The folder %1 could not be made. %2</source>
        <translation>Der Ordner %1 konnte nicht angelegt werden. %2</translation>
    </message>
    <message>
        <source>%1 already exists. Choose another name.</source>
        <translation>%1 gibt es schon. Einen anderen Namen wählen.</translation>
    </message>
    <message>
        <source>The name is taken.</source>
        <translation>Der Name ist vergeben.</translation>
    </message>
    <message>
        <source>%1 could not be made. %2</source>
        <translation>%1 konnte nicht angelegt werden. %2</translation>
    </message>
    <message>
        <source>%1 was not renamed. %2</source>
        <translation>%1 wurde nicht umbenannt. %2</translation>
    </message>
    <message>
        <source>%1 was not renamed, because %2 already exists here.</source>
        <translation>%1 wurde nicht umbenannt, weil es %2 hier schon gibt.</translation>
    </message>
    <message>
        <source>%1 cannot be moved into itself.</source>
        <translation>%1 kann nicht in sich selbst verschoben werden.</translation>
    </message>
    <message>
        <source>The folder lies inside what is moved.</source>
        <translation>Der Ordner liegt in dem, was verschoben wird.</translation>
    </message>
    <message>
        <source>Nothing was moved, because %1 already has %2. Rename one of them first.</source>
        <translation>Nichts wurde verschoben, weil %1 schon %2 hat. Zuerst eines davon umbenennen.</translation>
    </message>
    <message>
        <source>Not everything was moved to %1. %2</source>
        <translation>Nicht alles wurde nach %1 verschoben. %2</translation>
    </message>
    <message>
        <source>Not everything was deleted. %1</source>
        <translation>Nicht alles wurde gelöscht. %1</translation>
    </message>
    <message>
        <source>The permissions of %1 are as before. %2</source>
        <translation>Die Rechte von %1 sind wie vorher. %2</translation>
    </message>
    <message>
        <source>This connection cannot follow links.</source>
        <translation>Diese Verbindung kann Verweisen nicht folgen.</translation>
    </message>
    <message>
        <source>The link %1 could not be followed. %2</source>
        <translation>Dem Verweis %1 ließ sich nicht folgen. %2</translation>
    </message>
    <message>
        <source>%1 leads to nothing.</source>
        <translation>%1 führt ins Leere.</translation>
    </message>
</context>
<context>
    <name>Files::FilesDocument</name>
    <message>
        <source>Filter or *.csv</source>
        <translation>Filter oder *.csv</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Ready. The selected files can be dragged to other programs now.</source>
        <translation>Bereit. Die ausgewählten Dateien lassen sich jetzt in andere Programme ziehen.</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1 could not be listed. %2</source>
        <translation>%1 konnte nicht aufgelistet werden. %2</translation>
    </message>
    <message>
        <source>The files of %1 cannot be reached. %2</source>
        <translation>Die Dateien von %1 sind nicht erreichbar. %2</translation>
    </message>
    <message>
        <source>%1 The list is as of %2.</source>
        <translation>%1 Die Liste ist von %2.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal</translation>
    </message>
    <message>
        <source>Clear filter (%L1 hidden)</source>
        <translation>Filter löschen (%L1 ausgeblendet)</translation>
    </message>
    <message>
        <source>Nothing matches.</source>
        <translation>Nichts passt.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln items are hidden by the filter.</source>
        <translation>
            <numerusform>%Ln Eintrag ist vom Filter ausgeblendet.</numerusform>
            <numerusform>%Ln Einträge sind vom Filter ausgeblendet.</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing is known about this folder yet.</source>
        <translation>Über diesen Ordner ist noch nichts bekannt.</translation>
    </message>
    <message>
        <source>Try again, or choose another folder above.</source>
        <translation>Noch einmal versuchen, oder oben einen anderen Ordner wählen.</translation>
    </message>
    <message>
        <source>This folder is empty.</source>
        <translation>Dieser Ordner ist leer.</translation>
    </message>
    <message>
        <source>Drop files here to upload them.</source>
        <translation>Dateien hier ablegen, um sie hochzuladen.</translation>
    </message>
    <message>
        <source>Listing %1</source>
        <translation>%1 wird aufgelistet</translation>
    </message>
    <message>
        <source>Connecting to %1</source>
        <translation>Verbindet sich mit %1</translation>
    </message>
    <message numerus="yes">
        <source>%L1 of %Ln items</source>
        <translation>
            <numerusform>%L1 von %Ln Eintrag</numerusform>
            <numerusform>%L1 von %Ln Einträgen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln items</source>
        <translation>
            <numerusform>%Ln Eintrag</numerusform>
            <numerusform>%Ln Einträge</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln selected, %1</source>
        <translation>
            <numerusform>%Ln ausgewählt, %1</numerusform>
            <numerusform>%Ln ausgewählt, %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln selected</source>
        <translation>
            <numerusform>%Ln ausgewählt</numerusform>
            <numerusform>%Ln ausgewählt</numerusform>
        </translation>
    </message>
    <message>
        <source>“new” and “changed” since %1</source>
        <translation>„neu“ und „geändert“ seit %1</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message numerus="yes">
        <source>%Ln items are selected.</source>
        <translation>
            <numerusform>%Ln Eintrag ist ausgewählt.</numerusform>
            <numerusform>%Ln Einträge sind ausgewählt.</numerusform>
        </translation>
    </message>
    <message>
        <source>Their files have %1.</source>
        <translation>Ihre Dateien haben %1.</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>Vor</translation>
    </message>
    <message>
        <source>Up to the parent folder</source>
        <translation>Zum übergeordneten Ordner</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>Aktualisieren</translation>
    </message>
    <message>
        <source>Upload</source>
        <translation>Hochladen</translation>
    </message>
    <message>
        <source>Files…</source>
        <translation>Dateien…</translation>
    </message>
    <message>
        <source>Folder…</source>
        <translation>Ordner…</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>Herunterladen</translation>
    </message>
    <message>
        <source>New file…</source>
        <translation>Neue Datei…</translation>
    </message>
    <message>
        <source>New folder…</source>
        <translation>Neuer Ordner…</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>Cut</source>
        <translation>Ausschneiden</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>Einfügen</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Terminal here</source>
        <translation>Terminal hier</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>Vorschau</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Type a path</source>
        <translation>Einen Pfad eingeben</translation>
    </message>
    <message>
        <source>Bookmark this folder</source>
        <translation>Lesezeichen für diesen Ordner</translation>
    </message>
    <message>
        <source>Copy path</source>
        <translation>Pfad kopieren</translation>
    </message>
    <message>
        <source>Prepare for dragging out</source>
        <translation>Zum Herausziehen vorbereiten</translation>
    </message>
    <message>
        <source>Insert read code in notebook</source>
        <translation>Code zum Lesen ins Notebook einfügen</translation>
    </message>
    <message>
        <source>Mark changes from now on</source>
        <translation>Änderungen ab jetzt markieren</translation>
    </message>
    <message>
        <source>The sandbox is not connected.</source>
        <translation>Die Sandbox ist nicht verbunden.</translation>
    </message>
    <message>
        <source>Nothing is selected.</source>
        <translation>Nichts ist ausgewählt.</translation>
    </message>
    <message>
        <source>Select one file only.</source>
        <translation>Nur eine Datei auswählen.</translation>
    </message>
    <message>
        <source>Pipes, sockets and devices cannot be downloaded.</source>
        <translation>Pipes, Sockets und Geräte können nicht heruntergeladen werden.</translation>
    </message>
    <message>
        <source>This is the first folder.</source>
        <translation>Das ist der erste Ordner.</translation>
    </message>
    <message>
        <source>This is the latest folder.</source>
        <translation>Das ist der letzte Ordner.</translation>
    </message>
    <message>
        <source>This is the topmost folder.</source>
        <translation>Das ist der oberste Ordner.</translation>
    </message>
    <message>
        <source>Only files can be read.</source>
        <translation>Nur Dateien können gelesen werden.</translation>
    </message>
    <message>
        <source>The clipboard holds no files.</source>
        <translation>Die Zwischenablage enthält keine Dateien.</translation>
    </message>
    <message>
        <source>%1 is a pipe, a socket or a device. There is nothing to open.</source>
        <translation>%1 ist eine Pipe, ein Socket oder ein Gerät. Da gibt es nichts zu öffnen.</translation>
    </message>
    <message>
        <source>Delete %1?</source>
        <translation>%1 löschen?</translation>
    </message>
    <message numerus="yes">
        <source>Delete %Ln items?</source>
        <translation>
            <numerusform>%Ln Eintrag löschen?</numerusform>
            <numerusform>%Ln Einträge löschen?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln folders go with everything in them.</source>
        <translation>
            <numerusform>%Ln Ordner geht mit allem darin.</numerusform>
            <numerusform>%Ln Ordner gehen mit allem darin.</numerusform>
        </translation>
    </message>
    <message>
        <source>This cannot be undone.</source>
        <translation>Das lässt sich nicht rückgängig machen.</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>Delete %L1</source>
        <translation>%L1 löschen</translation>
    </message>
    <message>
        <source>Download %1</source>
        <translation>%1 herunterladen</translation>
    </message>
    <message numerus="yes">
        <source>Download %Ln items to a folder</source>
        <translation>
            <numerusform>%Ln Eintrag in einen Ordner herunterladen</numerusform>
            <numerusform>%Ln Einträge in einen Ordner herunterladen</numerusform>
        </translation>
    </message>
    <message>
        <source>Download here</source>
        <translation>Hierher herunterladen</translation>
    </message>
    <message>
        <source>There is no place to prepare the files: %1</source>
        <translation>Es ist kein Platz, um die Dateien vorzubereiten: %1</translation>
    </message>
    <message numerus="yes">
        <source>Downloading %Ln items. They can be dragged out when that is done.</source>
        <translation>
            <numerusform>%Ln Eintrag wird heruntergeladen. Danach lässt er sich herausziehen.</numerusform>
            <numerusform>%Ln Einträge werden heruntergeladen. Danach lassen sie sich herausziehen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Cut %Ln items. Paste them into another folder to move them.</source>
        <translation>
            <numerusform>%Ln Eintrag ausgeschnitten. In einen anderen Ordner einfügen, um ihn zu verschieben.</numerusform>
            <numerusform>%Ln Einträge ausgeschnitten. In einen anderen Ordner einfügen, um sie zu verschieben.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Copied %Ln items.</source>
        <translation>
            <numerusform>%Ln Eintrag kopiert.</numerusform>
            <numerusform>%Ln Einträge kopiert.</numerusform>
        </translation>
    </message>
    <message>
        <source>The sandbox these files are in is not connected.</source>
        <translation>Die Sandbox, in der diese Dateien liegen, ist nicht verbunden.</translation>
    </message>
    <message>
        <source>%1 cannot be copied into itself.</source>
        <translation>%1 kann nicht in sich selbst kopiert werden.</translation>
    </message>
    <message>
        <source>Copied between sandboxes. The originals stay where they are.</source>
        <translation>Zwischen Sandboxes kopiert. Die Originale bleiben, wo sie sind.</translation>
    </message>
    <message>
        <source>new-folder</source>
        <translation>neuer-ordner</translation>
    </message>
    <message>
        <source>new-file.txt</source>
        <translation>neue-datei.txt</translation>
    </message>
    <message>
        <source>Permissions</source>
        <translation>Rechte</translation>
    </message>
</context>
<context>
    <name>Files::FilesPane</name>
    <message>
        <source>Sandbox</source>
        <translation>Sandbox</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Bookmarks</source>
        <translation>Lesezeichen</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>Aktualisieren</translation>
    </message>
    <message>
        <source>New folder</source>
        <translation>Neuer Ordner</translation>
    </message>
    <message>
        <source>new-folder</source>
        <translation>neuer-ordner</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Remove bookmark</source>
        <translation>Lesezeichen entfernen</translation>
    </message>
    <message>
        <source>Bookmark</source>
        <translation>Lesezeichen</translation>
    </message>
    <message>
        <source>The files cannot be reached.</source>
        <translation>Die Dateien sind nicht erreichbar.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal</translation>
    </message>
    <message>
        <source>No sandboxes yet. Their files appear here.</source>
        <translation>Noch keine Sandboxes. Ihre Dateien erscheinen hier.</translation>
    </message>
    <message>
        <source>Choose a sandbox to see its files.</source>
        <translation>Eine Sandbox wählen, um ihre Dateien zu sehen.</translation>
    </message>
    <message>
        <source>Connecting</source>
        <translation>Verbindet</translation>
    </message>
    <message>
        <source>As of %1</source>
        <translation>Stand %1</translation>
    </message>
    <message>
        <source>Could not be listed</source>
        <translation>Nicht aufgelistet</translation>
    </message>
    <message>
        <source>Listed %1</source>
        <translation>Aufgelistet %1</translation>
    </message>
    <message>
        <source>Upload folder…</source>
        <translation>Ordner hochladen…</translation>
    </message>
    <message>
        <source>Upload files…</source>
        <translation>Dateien hochladen…</translation>
    </message>
</context>
<context>
    <name>Files::FilesPart</name>
    <message>
        <source>The sandbox is not there any more.</source>
        <translation>Die Sandbox ist nicht mehr da.</translation>
    </message>
    <message>
        <source>The sandbox stopped meanwhile.</source>
        <translation>Die Sandbox hat inzwischen geendet.</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>Transfers</source>
        <translation>Übertragungen</translation>
    </message>
    <message numerus="yes">
        <source>%Ln transfers, %1</source>
        <translation>
            <numerusform>%Ln Übertragung, %1</numerusform>
            <numerusform>%Ln Übertragungen, %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln transfers</source>
        <translation>
            <numerusform>%Ln Übertragung</numerusform>
            <numerusform>%Ln Übertragungen</numerusform>
        </translation>
    </message>
    <message>
        <source>Show the transfers</source>
        <translation>Übertragungen anzeigen</translation>
    </message>
    <message numerus="yes">
        <source>%Ln transfers are not done. Quitting cancels them.</source>
        <translation>
            <numerusform>%Ln Übertragung ist nicht fertig. Das Beenden bricht sie ab.</numerusform>
            <numerusform>%Ln Übertragungen sind nicht fertig. Das Beenden bricht sie ab.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Files::PathField</name>
    <message>
        <source>Path</source>
        <translation>Pfad</translation>
    </message>
    <message>
        <source>Path as text</source>
        <translation>Pfad als Text</translation>
    </message>
    <message>
        <source>Click to type a path (Ctrl+L)</source>
        <translation>Klicken, um einen Pfad einzugeben (Strg+L)</translation>
    </message>
    <message>
        <source>Remove the bookmark (Ctrl+D)</source>
        <translation>Lesezeichen entfernen (Strg+D)</translation>
    </message>
    <message>
        <source>Bookmark this folder (Ctrl+D)</source>
        <translation>Lesezeichen für diesen Ordner (Strg+D)</translation>
    </message>
</context>
<context>
    <name>Files::TransferModel</name>
    <message>
        <source>Queued</source>
        <translation>Wartet</translation>
    </message>
    <message>
        <source>Looking what is there</source>
        <translation>Sieht nach, was da ist</translation>
    </message>
    <message>
        <source>Pauses after this file</source>
        <translation>Hält nach dieser Datei an</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>Läuft</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>Waiting for your choice</source>
        <translation>Wartet auf eine Entscheidung</translation>
    </message>
    <message>
        <source>Comparing sizes</source>
        <translation>Vergleicht Größen</translation>
    </message>
    <message>
        <source>Skipped</source>
        <translation>Ausgelassen</translation>
    </message>
    <message numerus="yes">
        <source>Sizes verified, %Ln skipped</source>
        <translation>
            <numerusform>Größen geprüft, %Ln ausgelassen</numerusform>
            <numerusform>Größen geprüft, %Ln ausgelassen</numerusform>
        </translation>
    </message>
    <message>
        <source>Sizes verified</source>
        <translation>Größen geprüft</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>Abgebrochen</translation>
    </message>
    <message numerus="yes">
        <source>%Ln files</source>
        <translation>
            <numerusform>%Ln Datei</numerusform>
            <numerusform>%Ln Dateien</numerusform>
        </translation>
    </message>
    <message>
        <source>%1
from %2
to %3</source>
        <translation>%1
von %2
nach %3</translation>
    </message>
    <message>
        <source>%L1 of %L2 files, %3</source>
        <translation>%L1 von %L2 Dateien, %3</translation>
    </message>
    <message>
        <source>Upload</source>
        <translation>Hochladen</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>Herunterladen</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Sandbox</source>
        <translation>Sandbox</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Nach</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Status</translation>
    </message>
</context>
<context>
    <name>Files::TransferQueue</name>
    <message>
        <source>The folders could not be made. %1</source>
        <translation>Die Ordner konnten nicht angelegt werden. %1</translation>
    </message>
    <message>
        <source>%L1 of %L2 files arrived. %3</source>
        <translation>%L1 von %L2 Dateien kamen an. %3</translation>
    </message>
    <message>
        <source>%L1 of %L2 files did not arrive. First %3: %4</source>
        <translation>%L1 von %L2 Dateien kamen nicht an. Zuerst %3: %4</translation>
    </message>
</context>
<context>
    <name>Files::TransferView</name>
    <message>
        <source>Pause after this file</source>
        <translation>Nach dieser Datei anhalten</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Try again what is missing</source>
        <translation>Fehlendes noch einmal versuchen</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>Im Ordner zeigen</translation>
    </message>
    <message>
        <source>No transfers.</source>
        <translation>Keine Übertragungen.</translation>
    </message>
    <message>
        <source>Drop files on a folder of a sandbox to upload them.</source>
        <translation>Dateien auf einem Ordner einer Sandbox ablegen, um sie hochzuladen.</translation>
    </message>
</context>
<context>
    <name>Files::TransfersPane</name>
    <message>
        <source>Transfers</source>
        <translation>Übertragungen</translation>
    </message>
    <message>
        <source>Pause all</source>
        <translation>Alle anhalten</translation>
    </message>
    <message>
        <source>Clear finished</source>
        <translation>Fertige entfernen</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Entscheiden…</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Pause after this file</source>
        <translation>Nach dieser Datei anhalten</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>Im Ordner zeigen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Cancel the selected transfers</source>
        <translation>Ausgewählte Übertragungen abbrechen</translation>
    </message>
</context>
<context>
    <name>FindBar</name>
    <message>
        <source>Find</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Find in cells and outputs</source>
        <translation>In Zellen und Ausgaben suchen</translation>
    </message>
    <message>
        <source>Replace with</source>
        <translation>Ersetzen durch</translation>
    </message>
    <message>
        <source>In outputs, too</source>
        <translation>Auch in Ausgaben</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Ersetzen</translation>
    </message>
    <message>
        <source>Replace all</source>
        <translation>Alle ersetzen</translation>
    </message>
    <message numerus="yes">
        <source>%Ln replaced</source>
        <translation>
            <numerusform>%Ln ersetzt</numerusform>
            <numerusform>%Ln ersetzt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln match(es) left</source>
        <translation>
            <numerusform>noch %Ln Treffer</numerusform>
            <numerusform>noch %Ln Treffer</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FindLine</name>
    <message>
        <source>Match case</source>
        <translation>Groß und klein beachten</translation>
    </message>
    <message>
        <source>Whole words</source>
        <translation>Ganze Wörter</translation>
    </message>
    <message>
        <source>Regular expression</source>
        <translation>Regulärer Ausdruck</translation>
    </message>
    <message>
        <source>Previous match  Shift+F3</source>
        <translation>Voriger Treffer  Umschalt+F3</translation>
    </message>
    <message>
        <source>Next match  F3</source>
        <translation>Nächster Treffer  F3</translation>
    </message>
    <message>
        <source>Close  Esc</source>
        <translation>Schließen  Esc</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>Sucht…</translation>
    </message>
    <message>
        <source>Nothing matches</source>
        <translation>Nichts passt</translation>
    </message>
    <message>
        <source>more than %L1</source>
        <translation>mehr als %L1</translation>
    </message>
    <message>
        <source>%L1 of %2</source>
        <translation>%L1 von %2</translation>
    </message>
</context>
<context>
    <name>HtmlData</name>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>%1 is not shown: pictures from the network are not loaded</source>
        <translation>%1 wird nicht gezeigt: Bilder aus dem Netz werden nicht geladen</translation>
    </message>
    <message>
        <source>%1 is not shown: pictures of files are not loaded</source>
        <translation>%1 wird nicht gezeigt: Bilder aus Dateien werden nicht geladen</translation>
    </message>
</context>
<context>
    <name>HtmlExport</name>
    <message>
        <source>%1 is not shown: the cell has no such picture</source>
        <translation>%1 wird nicht gezeigt: Die Zelle hat kein solches Bild</translation>
    </message>
    <message>
        <source>%L1 lines between</source>
        <translation>%L1 Zeilen dazwischen</translation>
    </message>
    <message>
        <source>%1 was not written.</source>
        <translation>%1 wurde nicht geschrieben.</translation>
    </message>
</context>
<context>
    <name>ImageBlock</name>
    <message>
        <source>Save as…</source>
        <translation>Speichern unter…</translation>
    </message>
    <message>
        <source>Picture, %1 by %2 pixels</source>
        <translation>Bild, %1 mal %2 Pixel</translation>
    </message>
    <message>
        <source>Copy picture</source>
        <translation>Bild kopieren</translation>
    </message>
    <message>
        <source>Click to play</source>
        <translation>Zum Abspielen klicken</translation>
    </message>
    <message>
        <source>Moving picture, %1 by %2 pixels</source>
        <translation>Bewegtes Bild, %1 mal %2 Pixel</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>Abspielen</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
</context>
<context>
    <name>ImageDecoder</name>
    <message>
        <source>This SVG cannot be drawn.</source>
        <translation>Dieses SVG kann nicht gezeichnet werden.</translation>
    </message>
    <message>
        <source>This SVG is too large to draw.</source>
        <translation>Dieses SVG ist zu groß, um es zu zeichnen.</translation>
    </message>
    <message>
        <source>This picture is too large to show here.</source>
        <translation>Dieses Bild ist zu groß, um es hier zu zeigen.</translation>
    </message>
    <message>
        <source>This picture is damaged or of an unknown kind.</source>
        <translation>Dieses Bild ist beschädigt oder von unbekannter Art.</translation>
    </message>
    <message>
        <source>This picture does not say how large it is.</source>
        <translation>Dieses Bild sagt nicht, wie groß es ist.</translation>
    </message>
    <message>
        <source>This picture says it has %1 x %2 pixels, which its size cannot hold.</source>
        <translation>Dieses Bild gibt %1 x %2 Pixel an, die in seine Größe nicht passen.</translation>
    </message>
    <message>
        <source>This picture is damaged or cut off.</source>
        <translation>Dieses Bild ist beschädigt oder abgeschnitten.</translation>
    </message>
    <message>
        <source>This SVG is damaged, or more than can be drawn here.</source>
        <translation>Dieses SVG ist beschädigt oder mehr, als hier gezeichnet werden kann.</translation>
    </message>
</context>
<context>
    <name>ImageField</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>InsertBar</name>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Insert code cell</source>
        <translation>Codezelle einfügen</translation>
    </message>
    <message>
        <source>Insert text cell</source>
        <translation>Textzelle einfügen</translation>
    </message>
</context>
<context>
    <name>Isolation</name>
    <message>
        <source>Own user, process, file and network namespaces by bubblewrap.</source>
        <translation>Eigene Namensräume für Benutzer, Prozesse, Dateien und Netz durch bubblewrap.</translation>
    </message>
    <message>
        <source>Memory, CPU and process limits by a systemd scope.</source>
        <translation>Grenzen für Speicher, CPU und Prozesse durch einen systemd-Scope.</translation>
    </message>
    <message>
        <source>Memory, CPU and process limits by control groups.</source>
        <translation>Grenzen für Speicher, CPU und Prozesse durch Kontrollgruppen.</translation>
    </message>
    <message>
        <source>Process limits by the kernel, memory limits by a watchdog.</source>
        <translation>Grenzen für Prozesse durch den Kernel, für Speicher durch einen Wächter.</translation>
    </message>
    <message>
        <source>CPU limits are not enforced; a sandbox may use the CPUs it was assigned fully.</source>
        <translation>CPU-Grenzen werden nicht durchgesetzt; eine Sandbox darf die ihr zugewiesenen CPUs ganz nutzen.</translation>
    </message>
    <message>
        <source>Disk space is not reserved: a sandbox that fills the disk is stopped, after it did.</source>
        <translation>Plattenplatz wird nicht reserviert: Eine Sandbox, die die Platte füllt, wird erst danach angehalten.</translation>
    </message>
    <message>
        <source>Sandboxes can see the list of this machine&apos;s processes.</source>
        <translation>Sandboxes können die Liste der Prozesse dieses Rechners sehen.</translation>
    </message>
    <message>
        <source>A fresh /proc cannot be mounted here (usual in containers), so sandboxes see the host&apos;s list of processes. They cannot read or stop them. To change that, start the container with --security-opt systempaths=unconfined.</source>
        <translation>Ein eigenes /proc lässt sich hier nicht einhängen (in Containern üblich), daher sehen Sandboxes die Prozessliste des Rechners. Lesen oder beenden können sie die Prozesse nicht. Um das zu ändern, den Container mit --security-opt systempaths=unconfined starten.</translation>
    </message>
    <message>
        <source>No API key is set: every program of this machine can use this server.</source>
        <translation>Kein API-Schlüssel ist gesetzt: Jedes Programm dieses Rechners kann diesen Server nutzen.</translation>
    </message>
    <message>
        <source>Neither systemd nor a writable control group is available, so memory limits are kept by a watchdog and CPU shares are not enforced.</source>
        <translation>Weder systemd noch eine beschreibbare Kontrollgruppe ist da, daher hält ein Wächter die Speichergrenzen ein, und CPU-Anteile werden nicht durchgesetzt.</translation>
    </message>
</context>
<context>
    <name>IsolationDialog</name>
    <message>
        <source>Process isolation</source>
        <translation>Isolierung</translation>
    </message>
    <message>
        <source>The local runtime does not run, so nothing is known about its isolation. Start it with Retry in the Sandboxes list.</source>
        <translation>Die lokale Laufzeit läuft nicht, daher ist über ihre Isolierung nichts bekannt. In der Liste der Sandboxes mit „Noch einmal“ starten.</translation>
    </message>
    <message>
        <source>Enforced for each sandbox on this computer</source>
        <translation>Für jede Sandbox auf diesem Rechner durchgesetzt</translation>
    </message>
    <message>
        <source>Your files, your other programs and this computer&apos;s network are out of reach unless you allow the network.</source>
        <translation>Eigene Dateien, andere Programme und das Netz dieses Rechners sind außer Reichweite, solange das Netz nicht erlaubt wird.</translation>
    </message>
    <message>
        <source>Not enforced</source>
        <translation>Nicht durchgesetzt</translation>
    </message>
    <message>
        <source>Nothing is missing on this computer.</source>
        <translation>Auf diesem Rechner fehlt nichts.</translation>
    </message>
    <message>
        <source>Not enforced on this computer</source>
        <translation>Auf diesem Rechner nicht durchgesetzt</translation>
    </message>
    <message>
        <source>What the runtime says</source>
        <translation>Was die Laufzeit sagt</translation>
    </message>
    <message>
        <source>Sandboxes of other servers are isolated by those servers.</source>
        <translation>Sandboxes anderer Server werden von diesen Servern isoliert.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
</context>
<context>
    <name>JsonBlock</name>
    <message>
        <source>%L1 more</source>
        <translation>%L1 weitere</translation>
    </message>
    <message>
        <source>Unfold all</source>
        <translation>Alles ausklappen</translation>
    </message>
    <message>
        <source>Fold all</source>
        <translation>Alles einklappen</translation>
    </message>
    <message numerus="yes">
        <source>[%Ln item(s)]</source>
        <translation>
            <numerusform>[%Ln Element]</numerusform>
            <numerusform>[%Ln Elemente]</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{%Ln entry(s)}</source>
        <translation>
            <numerusform>{%Ln Eintrag}</numerusform>
            <numerusform>{%Ln Einträge}</numerusform>
        </translation>
    </message>
    <message>
        <source>Fold or unfold</source>
        <translation>Ein- oder ausklappen</translation>
    </message>
</context>
<context>
    <name>KeysDialog</name>
    <message>
        <source>Keys of the notebook</source>
        <translation>Tasten des Notebooks</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Filter the keys</source>
        <translation>Tasten filtern</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>Works</source>
        <translation>Gilt</translation>
    </message>
    <message>
        <source>New keys</source>
        <translation>Neue Tasten</translation>
    </message>
    <message>
        <source>Use these keys</source>
        <translation>Diese Tasten benutzen</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Zurücksetzen</translation>
    </message>
    <message>
        <source>Reset all</source>
        <translation>Alle zurücksetzen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>always</source>
        <translation>immer</translation>
    </message>
    <message>
        <source>command mode</source>
        <translation>Befehlsmodus</translation>
    </message>
    <message>
        <source>%1 has these keys.</source>
        <translation>%1 hat diese Tasten.</translation>
    </message>
    <message>
        <source>It works while a cell is edited, where this key types.</source>
        <translation>Es gilt auch beim Bearbeiten einer Zelle, wo diese Taste etwas schreibt.</translation>
    </message>
    <message>
        <source>while editing</source>
        <translation>beim Bearbeiten</translation>
    </message>
    <message>
        <source>in the list of completions</source>
        <translation>in der Liste der Vervollständigungen</translation>
    </message>
    <message>
        <source>letters in command mode</source>
        <translation>Buchstaben im Befehlsmodus</translation>
    </message>
</context>
<context>
    <name>KillDialog</name>
    <message numerus="yes">
        <source>Kill %n sandbox(es)?</source>
        <translation>
            <numerusform>%n Sandbox beenden?</numerusform>
            <numerusform>%n Sandboxes beenden?</numerusform>
        </translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
    </message>
    <message>
        <source>Their files and variables are gone then.</source>
        <translation>Ihre Dateien und Variablen sind dann fort.</translation>
    </message>
    <message>
        <source>%1 go with them.</source>
        <translation>%1 gehen mit.</translation>
    </message>
    <message>
        <source>, </source>
        <translation>, </translation>
    </message>
    <message>
        <source>Type %1 to confirm.</source>
        <translation>%1 eingeben, um zu bestätigen.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Kill %1</source>
        <translation>%1 beenden</translation>
    </message>
    <message>
        <source>Type %1 first.</source>
        <translation>Zuerst %1 eingeben.</translation>
    </message>
</context>
<context>
    <name>Lists</name>
    <message>
        <source>, </source>
        <translation>, </translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 und %2 weitere</translation>
    </message>
</context>
<context>
    <name>LocalRuntime</name>
    <message>
        <source>The local runtime did not start within %1 s.</source>
        <translation>Die lokale Laufzeit startete nicht innerhalb von %1 s.</translation>
    </message>
    <message>
        <source>Retry. If it stays, restart the computer or look for a program that holds it back.</source>
        <translation>Noch einmal versuchen. Wenn es bleibt, den Rechner neu starten oder nach einem Programm suchen, das sie aufhält.</translation>
    </message>
    <message>
        <source>Its last words: %1</source>
        <translation>Ihre letzten Worte: %1</translation>
    </message>
    <message>
        <source>The local runtime (opensandbox-local) is not installed.</source>
        <translation>Die lokale Laufzeit (opensandbox-local) ist nicht installiert.</translation>
    </message>
    <message>
        <source>Install it beside this program, or set OPENSANDBOX_LOCAL to its place.</source>
        <translation>Sie neben diesem Programm installieren, oder OPENSANDBOX_LOCAL auf ihren Ort setzen.</translation>
    </message>
    <message>
        <source>The local runtime cannot be started: %1</source>
        <translation>Die lokale Laufzeit kann nicht gestartet werden: %1</translation>
    </message>
    <message>
        <source>Check that %1 is there and may be executed.</source>
        <translation>Prüfen, ob %1 da ist und ausgeführt werden darf.</translation>
    </message>
    <message>
        <source>The local runtime cannot start here and gives no reason.</source>
        <translation>Die lokale Laufzeit kann hier nicht starten und nennt keinen Grund.</translation>
    </message>
    <message>
        <source>The local runtime answered something that cannot be understood: %1</source>
        <translation>Die lokale Laufzeit antwortete etwas Unverständliches: %1</translation>
    </message>
    <message>
        <source>Check that opensandbox-local belongs to this version of the program.</source>
        <translation>Prüfen, ob opensandbox-local zu dieser Version des Programms gehört.</translation>
    </message>
    <message>
        <source>The local runtime crashed.</source>
        <translation>Die lokale Laufzeit ist abgestürzt.</translation>
    </message>
    <message>
        <source>The local runtime ended with exit code %1.</source>
        <translation>Die lokale Laufzeit endete mit dem Code %1.</translation>
    </message>
    <message>
        <source>Retry. &apos;Copy diagnostics&apos; has what it wrote.</source>
        <translation>Noch einmal versuchen. „Diagnose kopieren“ hat, was sie schrieb.</translation>
    </message>
    <message>
        <source>It was restarted %1 times.</source>
        <translation>Sie wurde %1-mal neu gestartet.</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Operate</source>
        <translation>Verwalten</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>Watch</source>
        <translation>Beobachten</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>Ansicht</translation>
    </message>
    <message>
        <source>Operate  Ctrl+Alt+1</source>
        <translation>Verwalten  Strg+Alt+1</translation>
    </message>
    <message>
        <source>Code  Ctrl+Alt+2</source>
        <translation>Code  Strg+Alt+2</translation>
    </message>
    <message>
        <source>Watch  Ctrl+Alt+3</source>
        <translation>Beobachten  Strg+Alt+3</translation>
    </message>
    <message>
        <source>New sandbox</source>
        <translation>Neue Sandbox</translation>
    </message>
    <message>
        <source>New sandbox  %1</source>
        <translation>Neue Sandbox  %1</translation>
    </message>
    <message>
        <source>Tabs</source>
        <translation>Reiter</translation>
    </message>
    <message>
        <source>Nothing is open.</source>
        <translation>Nichts ist geöffnet.</translation>
    </message>
    <message>
        <source>Open a notebook, or drop an .ipynb file here.</source>
        <translation>Ein Notebook öffnen, oder eine .ipynb-Datei hier ablegen.</translation>
    </message>
    <message>
        <source>New notebook</source>
        <translation>Neues Notebook</translation>
    </message>
    <message>
        <source>Open file</source>
        <translation>Datei öffnen</translation>
    </message>
    <message>
        <source>Copy path</source>
        <translation>Pfad kopieren</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Bereit</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>&amp;Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>Nothing to save is open.</source>
        <translation>Nichts zum Speichern ist offen.</translation>
    </message>
    <message>
        <source>No tab is open.</source>
        <translation>Kein Reiter ist offen.</translation>
    </message>
    <message>
        <source>No tab was closed.</source>
        <translation>Es wurde kein Reiter geschlossen.</translation>
    </message>
    <message>
        <source>OpenSandbox Workbench</source>
        <translation>OpenSandbox Workbench</translation>
    </message>
    <message>
        <source>Show %1</source>
        <translation>%1 anzeigen</translation>
    </message>
    <message>
        <source>Move to the left dock</source>
        <translation>In die linke Leiste</translation>
    </message>
    <message>
        <source>Move to the right dock</source>
        <translation>In die rechte Leiste</translation>
    </message>
    <message>
        <source>Move to the bottom dock</source>
        <translation>In die untere Leiste</translation>
    </message>
    <message>
        <source>Move to the bottom dock, right side</source>
        <translation>In die untere Leiste, rechte Seite</translation>
    </message>
    <message>
        <source>Hide this dock</source>
        <translation>Diese Leiste ausblenden</translation>
    </message>
    <message>
        <source>Notifications</source>
        <translation>Meldungen</translation>
    </message>
    <message>
        <source>No notifications yet</source>
        <translation>Noch keine Meldungen</translation>
    </message>
    <message>
        <source>A side of its own needs a second tab here.</source>
        <translation>Für eine eigene Seite braucht es hier einen zweiten Reiter.</translation>
    </message>
    <message>
        <source>There is one side only. Split it first.</source>
        <translation>Es gibt nur eine Seite. Teilen Sie sie zuerst.</translation>
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
        <translation>1 m</translation>
    </message>
    <message>
        <source>5 m</source>
        <translation>5 m</translation>
    </message>
    <message>
        <source>15 m</source>
        <translation>15 m</translation>
    </message>
    <message>
        <source>1 h</source>
        <translation>1 h</translation>
    </message>
    <message>
        <source>Sandboxes</source>
        <translation>Sandboxes</translation>
    </message>
    <message>
        <source>No sandbox on this board</source>
        <translation>Keine Sandbox auf dieser Tafel</translation>
    </message>
    <message>
        <source>Choose running sandboxes to watch their CPU and memory.</source>
        <translation>Laufende Sandboxes wählen, um CPU und Speicher zu beobachten.</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>Bereich</translation>
    </message>
    <message>
        <source>as the sandbox kernel reports it</source>
        <translation>wie es der Kernel der Sandbox meldet</translation>
    </message>
    <message>
        <source>On shared hosts the figures can include neighbours. Watching may keep a sandbox alive where the server renews on access.</source>
        <translation>Auf geteilten Rechnern können die Zahlen Nachbarn einschließen. Beobachten kann eine Sandbox am Leben halten, wo der Server bei Zugriff verlängert.</translation>
    </message>
    <message>
        <source>CPU %</source>
        <translation>CPU %</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>No sandboxes</source>
        <translation>Keine Sandboxes</translation>
    </message>
    <message>
        <source>Charts</source>
        <translation>Diagramme</translation>
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
        <translation>Speicher</translation>
    </message>
    <message>
        <source>%1: no figures yet</source>
        <translation>%1: noch keine Zahlen</translation>
    </message>
    <message>
        <source>%1: %2, between %3 and %4</source>
        <translation>%1: %2, zwischen %3 und %4</translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>von %1</translation>
    </message>
    <message numerus="yes">
        <source>of %Ln core(s)</source>
        <translation>
            <numerusform>von %Ln Kern</numerusform>
            <numerusform>von %Ln Kernen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>NewSandboxDialog</name>
    <message>
        <source>This computer has %1 GiB.</source>
        <translation>Dieser Computer hat %1 GiB.</translation>
    </message>
    <message>
        <source>New sandbox</source>
        <translation>Neue Sandbox</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>Vorlage</translation>
    </message>
    <message>
        <source>30 min</source>
        <translation>30 min</translation>
    </message>
    <message>
        <source>1 h</source>
        <translation>1 h</translation>
    </message>
    <message>
        <source>4 h</source>
        <translation>4 h</translation>
    </message>
    <message>
        <source>24 h</source>
        <translation>24 h</translation>
    </message>
    <message>
        <source>Until…</source>
        <translation>Bis…</translation>
    </message>
    <message>
        <source>No limit</source>
        <translation>Ohne Ende</translation>
    </message>
    <message>
        <source>Ends at</source>
        <translation>Endet um</translation>
    </message>
    <message>
        <source> cores</source>
        <translation> Kerne</translation>
    </message>
    <message>
        <source>Advanced</source>
        <translation>Weiteres</translation>
    </message>
    <message>
        <source>Find a setting</source>
        <translation>Einstellung suchen</translation>
    </message>
    <message>
        <source>Variable</source>
        <translation>Variable</translation>
    </message>
    <message>
        <source>NAME</source>
        <translation>NAME</translation>
    </message>
    <message>
        <source>Server&apos;s default</source>
        <translation>Wie der Server</translation>
    </message>
    <message>
        <source>Allow all</source>
        <translation>Alles erlauben</translation>
    </message>
    <message>
        <source>Deny unless listed</source>
        <translation>Nur Genanntes</translation>
    </message>
    <message>
        <source>No network</source>
        <translation>Kein Netz</translation>
    </message>
    <message>
        <source>pkgs.example.org *.cdn.example.org</source>
        <translation>pkgs.example.org *.cdn.example.org</translation>
    </message>
    <message>
        <source>Allowed hosts, separated by spaces</source>
        <translation>Erlaubte Rechner, durch Leerzeichen getrennt</translation>
    </message>
    <message>
        <source>Pair</source>
        <translation>Paar</translation>
    </message>
    <message>
        <source>key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>Entrypoint</source>
        <translation>Startbefehl</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>Umgebung</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Netz</translation>
    </message>
    <message>
        <source>Metadata</source>
        <translation>Metadaten</translation>
    </message>
    <message>
        <source>variable</source>
        <translation>Variable</translation>
    </message>
    <message>
        <source>secret</source>
        <translation>Geheimnis</translation>
    </message>
    <message>
        <source>token</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>egress</source>
        <translation>ausgehend</translation>
    </message>
    <message>
        <source>host</source>
        <translation>Rechner</translation>
    </message>
    <message>
        <source>deny</source>
        <translation>verbieten</translation>
    </message>
    <message>
        <source>allow</source>
        <translation>erlauben</translation>
    </message>
    <message>
        <source>internet</source>
        <translation>Internet</translation>
    </message>
    <message>
        <source>label</source>
        <translation>Etikett</translation>
    </message>
    <message>
        <source>tag</source>
        <translation>Kennzeichen</translation>
    </message>
    <message>
        <source>owner</source>
        <translation>Besitzer</translation>
    </message>
    <message>
        <source>command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>start</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>Open a notebook in it</source>
        <translation>Ein Notebook darin öffnen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Create</source>
        <translation>Anlegen</translation>
    </message>
    <message>
        <source>Runs until it is killed.</source>
        <translation>Läuft, bis sie beendet wird.</translation>
    </message>
    <message>
        <source>At least 60 s from now.</source>
        <translation>Frühestens in 60 s.</translation>
    </message>
    <message>
        <source>today at %1</source>
        <translation>heute um %1</translation>
    </message>
    <message>
        <source>tomorrow at %1</source>
        <translation>morgen um %1</translation>
    </message>
    <message>
        <source>on %1 at %2</source>
        <translation>am %1 um %2</translation>
    </message>
    <message>
        <source>Ends %1 (%2 UTC). You can renew at any time.</source>
        <translation>Endet %1 (%2 UTC). Sie lässt sich jederzeit verlängern.</translation>
    </message>
    <message>
        <source>Contains %1.</source>
        <translation>Enthält %1.</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message numerus="yes">
        <source>%n variable(s)</source>
        <translation>
            <numerusform>%n Variable</numerusform>
            <numerusform>%n Variablen</numerusform>
        </translation>
    </message>
    <message>
        <source>server&apos;s default</source>
        <translation>wie der Server</translation>
    </message>
    <message>
        <source>server&apos;s default: none</source>
        <translation>wie der Server: keines</translation>
    </message>
    <message>
        <source>all allowed</source>
        <translation>alles erlaubt</translation>
    </message>
    <message>
        <source>deny by default, %1 allowed</source>
        <translation>sonst verboten, %1 erlaubt</translation>
    </message>
    <message numerus="yes">
        <source>%n field(s) need another value</source>
        <translation>
            <numerusform>%n Feld braucht einen anderen Wert</numerusform>
            <numerusform>%n Felder brauchen einen anderen Wert</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>No connection</source>
        <translation>Keine Verbindung</translation>
    </message>
    <message>
        <source>Accepted by the rules of %1</source>
        <translation>Nach den Regeln von %1 in Ordnung</translation>
    </message>
    <message>
        <source>%1 does not answer now.</source>
        <translation>%1 antwortet jetzt nicht.</translation>
    </message>
    <message>
        <source>Add a connection first.</source>
        <translation>Zuerst eine Verbindung hinzufügen.</translation>
    </message>
    <message>
        <source>Run in background</source>
        <translation>Im Hintergrund</translation>
    </message>
    <message>
        <source>request %1</source>
        <translation>Anfrage %1</translation>
    </message>
    <message>
        <source>Edit and retry</source>
        <translation>Ändern und noch einmal</translation>
    </message>
    <message>
        <source>Settings of the sandbox</source>
        <translation>Einstellungen der Sandbox</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>&amp;Name</translation>
    </message>
    <message>
        <source>C&amp;onnection</source>
        <translation>&amp;Verbindung</translation>
    </message>
    <message>
        <source>&amp;Image</source>
        <translation>&amp;Image</translation>
    </message>
    <message>
        <source>&amp;Lifetime</source>
        <translation>&amp;Laufzeit</translation>
    </message>
    <message>
        <source>C&amp;PU</source>
        <translation>C&amp;PU</translation>
    </message>
    <message>
        <source>&amp;Memory</source>
        <translation>Spei&amp;cher</translation>
    </message>
</context>
<context>
    <name>Notebook::Document</name>
    <message>
        <source>This file is UTF-16 text. Notebooks are UTF-8.</source>
        <translation>Diese Datei ist UTF-16-Text. Notebooks sind UTF-8.</translation>
    </message>
    <message>
        <source>Convert it to UTF-8, then open it again.</source>
        <translation>In UTF-8 umwandeln, dann noch einmal öffnen.</translation>
    </message>
    <message>
        <source>This file is empty.</source>
        <translation>Diese Datei ist leer.</translation>
    </message>
    <message>
        <source>This file has nothing but white space.</source>
        <translation>Diese Datei enthält nur Leerraum.</translation>
    </message>
    <message>
        <source>Start a new notebook, or restore an earlier copy of this file.</source>
        <translation>Ein neues Notebook beginnen, oder eine frühere Kopie dieser Datei wiederherstellen.</translation>
    </message>
    <message>
        <source>This file has the marks of an unfinished merge.</source>
        <translation>Diese Datei trägt die Zeichen einer unfertigen Zusammenführung.</translation>
    </message>
    <message>
        <source>Open it as text, keep one side of each conflict and remove the lines with &lt;&lt;&lt;&lt;&lt;&lt;&lt;, ======= and &gt;&gt;&gt;&gt;&gt;&gt;&gt;.</source>
        <translation>Als Text öffnen, von jedem Konflikt eine Seite behalten und die Zeilen mit &lt;&lt;&lt;&lt;&lt;&lt;&lt;, ======= und &gt;&gt;&gt;&gt;&gt;&gt;&gt; entfernen.</translation>
    </message>
    <message>
        <source>This file is not a notebook, because it is not valid JSON: %1.</source>
        <translation>Diese Datei ist kein Notebook, denn sie ist kein gültiges JSON: %1.</translation>
    </message>
    <message>
        <source>Open it as text to look at line %1.</source>
        <translation>Als Text öffnen, um Zeile %1 anzusehen.</translation>
    </message>
    <message>
        <source>Open it as text to look at it.</source>
        <translation>Als Text öffnen, um sie anzusehen.</translation>
    </message>
    <message>
        <source>This file is JSON, but not a notebook: it has no &quot;nbformat&quot;.</source>
        <translation>Diese Datei ist JSON, aber kein Notebook: sie hat kein &quot;nbformat&quot;.</translation>
    </message>
    <message>
        <source>This notebook has format %1. This program knows formats up to 4.</source>
        <translation>Dieses Notebook hat das Format %1. Dieses Programm kennt Formate bis 4.</translation>
    </message>
    <message>
        <source>Save it as format 4 in the program that wrote it.</source>
        <translation>In dem Programm, das es schrieb, als Format 4 speichern.</translation>
    </message>
    <message>
        <source>This notebook has format %1, which is too old.</source>
        <translation>Dieses Notebook hat das Format %1, das zu alt ist.</translation>
    </message>
    <message>
        <source>This notebook has no list of cells.</source>
        <translation>Dieses Notebook hat keine Liste von Zellen.</translation>
    </message>
    <message>
        <source>Cell %1 is not a cell.</source>
        <translation>Zelle %1 ist keine Zelle.</translation>
    </message>
    <message>
        <source>This notebook had the old format %1 and was converted. Save it under a new name to keep the original.</source>
        <translation>Dieses Notebook hatte das alte Format %1 und wurde umgewandelt. Unter einem neuen Namen speichern, um das Original zu behalten.</translation>
    </message>
    <message>
        <source>This notebook was written by a newer program (format 4.%1). What is unknown here is kept.</source>
        <translation>Dieses Notebook schrieb ein neueres Programm (Format 4.%1). Was hier unbekannt ist, bleibt erhalten.</translation>
    </message>
    <message>
        <source>Cell %1 has the unknown kind &quot;%2&quot;. It is kept as it is.</source>
        <translation>Zelle %1 hat die unbekannte Art &quot;%2&quot;. Sie bleibt, wie sie ist.</translation>
    </message>
    <message>
        <source>Some cells have entries that the format does not know (%1). They are kept.</source>
        <translation>Manche Zellen haben Einträge, die das Format nicht kennt (%1). Sie bleiben erhalten.</translation>
    </message>
    <message numerus="yes">
        <source>%n cell(s) had no valid id of their own. New ids are written with the next change.</source>
        <translation>
            <numerusform>%n Zelle hatte keine gültige eigene ID. Eine neue wird mit der nächsten Änderung geschrieben.</numerusform>
            <numerusform>%n Zellen hatten keine gültige eigene ID. Neue werden mit der nächsten Änderung geschrieben.</numerusform>
        </translation>
    </message>
    <message>
        <source>Insert cell</source>
        <translation>Zelle einfügen</translation>
    </message>
    <message numerus="yes">
        <source>Delete %n cell(s)</source>
        <translation>
            <numerusform>%n Zelle löschen</numerusform>
            <numerusform>%n Zellen löschen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Move %n cell(s)</source>
        <translation>
            <numerusform>%n Zelle verschieben</numerusform>
            <numerusform>%n Zellen verschieben</numerusform>
        </translation>
    </message>
    <message>
        <source>Split cell</source>
        <translation>Zelle teilen</translation>
    </message>
    <message numerus="yes">
        <source>Merge %n cell(s)</source>
        <translation>
            <numerusform>%n Zelle verbinden</numerusform>
            <numerusform>%n Zellen verbinden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Change the kind of %n cell(s)</source>
        <translation>
            <numerusform>Art von %n Zelle ändern</numerusform>
            <numerusform>Art von %n Zellen ändern</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Duplicate %n cell(s)</source>
        <translation>
            <numerusform>%n Zelle verdoppeln</numerusform>
            <numerusform>%n Zellen verdoppeln</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Paste %n cell(s)</source>
        <translation>
            <numerusform>%n Zelle einfügen</numerusform>
            <numerusform>%n Zellen einfügen</numerusform>
        </translation>
    </message>
    <message>
        <source>Clear outputs</source>
        <translation>Ausgaben löschen</translation>
    </message>
    <message>
        <source>Edit cell</source>
        <translation>Zelle bearbeiten</translation>
    </message>
    <message>
        <source>Change cell settings</source>
        <translation>Einstellungen der Zelle ändern</translation>
    </message>
    <message>
        <source>Change notebook settings</source>
        <translation>Einstellungen des Notebooks ändern</translation>
    </message>
    <message>
        <source>Bring back outputs</source>
        <translation>Ausgaben zurückholen</translation>
    </message>
    <message>
        <source>These are the outputs of an earlier run</source>
        <translation>Das sind die Ausgaben eines früheren Laufs</translation>
    </message>
    <message>
        <source>Undo shows those of the last one again.</source>
        <translation>Rückgängig zeigt wieder die des letzten.</translation>
    </message>
</context>
<context>
    <name>Notebook::File</name>
    <message>
        <source>There is no file %1.</source>
        <translation>Es gibt keine Datei %1.</translation>
    </message>
    <message>
        <source>It may have been moved or deleted. Choose another file.</source>
        <translation>Sie wurde vielleicht verschoben oder gelöscht. Eine andere Datei wählen.</translation>
    </message>
    <message>
        <source>You may not read %1.</source>
        <translation>%1 darf nicht gelesen werden.</translation>
    </message>
    <message>
        <source>Change its permissions, or open it as its owner.</source>
        <translation>Die Rechte ändern, oder als Besitzer öffnen.</translation>
    </message>
    <message>
        <source>%1 is a folder.</source>
        <translation>%1 ist ein Ordner.</translation>
    </message>
    <message>
        <source>Choose a file in it.</source>
        <translation>Eine Datei darin wählen.</translation>
    </message>
    <message>
        <source>%1 cannot be read: %2.</source>
        <translation>%1 kann nicht gelesen werden: %2.</translation>
    </message>
    <message>
        <source>Try again, or copy the file to another disk.</source>
        <translation>Noch einmal versuchen, oder die Datei auf einen anderen Datenträger kopieren.</translation>
    </message>
    <message>
        <source>%1 was not saved: there is no space left on its disk.</source>
        <translation>%1 wurde nicht gespeichert: auf dem Datenträger ist kein Platz mehr.</translation>
    </message>
    <message>
        <source>Free some space, or save to another disk. The file on the disk is the old one, your changes are still here.</source>
        <translation>Platz schaffen, oder woanders speichern. Die Datei ist noch die alte, die Änderungen sind noch hier.</translation>
    </message>
    <message>
        <source>%1 was not saved: the file would be larger than allowed.</source>
        <translation>%1 wurde nicht gespeichert: die Datei würde größer als erlaubt.</translation>
    </message>
    <message>
        <source>Clear some outputs, or save to another disk. The file on the disk is the old one.</source>
        <translation>Einige Ausgaben löschen, oder woanders speichern. Die Datei ist noch die alte.</translation>
    </message>
    <message>
        <source>%1 was not saved: its folder is not writable.</source>
        <translation>%1 wurde nicht gespeichert: ihr Ordner ist nicht beschreibbar.</translation>
    </message>
    <message>
        <source>Save under another name, or change the permissions of the folder. Your changes are still here.</source>
        <translation>Unter einem anderen Namen speichern, oder die Rechte des Ordners ändern. Die Änderungen sind noch hier.</translation>
    </message>
    <message>
        <source>%1 was not saved: its folder does not exist any more.</source>
        <translation>%1 wurde nicht gespeichert: ihren Ordner gibt es nicht mehr.</translation>
    </message>
    <message>
        <source>Save to another folder.</source>
        <translation>In einen anderen Ordner speichern.</translation>
    </message>
    <message>
        <source>%1 was not saved: it is a folder.</source>
        <translation>%1 wurde nicht gespeichert: es ist ein Ordner.</translation>
    </message>
    <message>
        <source>Save under another name.</source>
        <translation>Unter einem anderen Namen speichern.</translation>
    </message>
    <message>
        <source>%1 was not saved: its symbolic links lead in a circle.</source>
        <translation>%1 wurde nicht gespeichert: die symbolischen Verweise führen im Kreis.</translation>
    </message>
    <message>
        <source>%1 was not saved: %2.</source>
        <translation>%1 wurde nicht gespeichert: %2.</translation>
    </message>
    <message>
        <source>Try again, or save to another disk. Your changes are still here.</source>
        <translation>Noch einmal versuchen, oder woanders speichern. Die Änderungen sind noch hier.</translation>
    </message>
    <message>
        <source>%1 is not an ordinary file.</source>
        <translation>%1 ist keine gewöhnliche Datei.</translation>
    </message>
    <message>
        <source>Choose another file.</source>
        <translation>Eine andere Datei wählen.</translation>
    </message>
    <message>
        <source>%1 was not saved: the file is protected against writing.</source>
        <translation>%1 wurde nicht gespeichert: Die Datei ist schreibgeschützt.</translation>
    </message>
    <message>
        <source>Save under another name, or change its permissions. Your changes are still here.</source>
        <translation>Unter einem anderen Namen speichern, oder die Rechte der Datei ändern. Die Änderungen sind noch hier.</translation>
    </message>
</context>
<context>
    <name>Notebook::Journal</name>
    <message>
        <source>The folder %1 cannot be made.</source>
        <translation>Der Ordner %1 kann nicht angelegt werden.</translation>
    </message>
</context>
<context>
    <name>Notebook::OutputList</name>
    <message>
        <source>The middle of this output is lost</source>
        <translation>Die Mitte dieser Ausgabe ist verloren</translation>
    </message>
    <message>
        <source>It is too large for memory, and %1 takes no more (%2). Make room there, then run the cell again.</source>
        <translation>Sie ist zu groß für den Arbeitsspeicher, und %1 nimmt nichts mehr auf (%2). Schaffen Sie dort Platz und führen Sie die Zelle dann erneut aus.</translation>
    </message>
</context>
<context>
    <name>Notebook::RunQueue</name>
    <message>
        <source>a deleted cell</source>
        <translation>eine gelöschte Zelle</translation>
    </message>
    <message>
        <source>cell [%1]</source>
        <translation>Zelle [%1]</translation>
    </message>
    <message>
        <source>the cell at %1</source>
        <translation>die Zelle an Stelle %1</translation>
    </message>
    <message>
        <source>Not run, because %1 failed.</source>
        <translation>Nicht ausgeführt, weil %1 fehlschlug.</translation>
    </message>
    <message>
        <source>Not run, because %1 was interrupted.</source>
        <translation>Nicht ausgeführt, weil %1 unterbrochen wurde.</translation>
    </message>
    <message>
        <source>Not run, because the connection broke while %1 ran.</source>
        <translation>Nicht ausgeführt, weil die Verbindung abbrach, während %1 lief.</translation>
    </message>
    <message>
        <source>Not run, because the context of %1 is gone.</source>
        <translation>Nicht ausgeführt, weil der Kontext von %1 fort ist.</translation>
    </message>
    <message>
        <source>Not run.</source>
        <translation>Nicht ausgeführt.</translation>
    </message>
</context>
<context>
    <name>Notebook::Search</name>
    <message>
        <source>%1 at character %2</source>
        <translation>%1 beim Zeichen %2</translation>
    </message>
    <message>
        <source>Replace all</source>
        <translation>Alle ersetzen</translation>
    </message>
    <message>
        <source>The expression has no group %1</source>
        <translation>Der Ausdruck hat keine Gruppe %1</translation>
    </message>
</context>
<context>
    <name>Notebook::TextLog</name>
    <message>
        <source>[Output is missing here: neither memory nor the temporary folder could take it.]</source>
        <translation>[Hier fehlt Ausgabe: weder der Arbeitsspeicher noch der temporäre Ordner konnte sie aufnehmen.]</translation>
    </message>
</context>
<context>
    <name>NotebookDocuments</name>
    <message>
        <source>Ready</source>
        <translation>Bereit</translation>
    </message>
    <message>
        <source>Context of the current cell</source>
        <translation>Kontext der aktuellen Zelle</translation>
    </message>
    <message>
        <source>Variables</source>
        <translation>Variablen</translation>
    </message>
    <message>
        <source>Outline</source>
        <translation>Gliederung</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>Warteschlange</translation>
    </message>
    <message>
        <source>Untitled-%1.ipynb</source>
        <translation>Unbenannt-%1.ipynb</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1 in %2</translation>
    </message>
    <message>
        <source>Cells in the background end with the program: %1.</source>
        <translation>Zellen im Hintergrund enden mit dem Programm: %1.</translation>
    </message>
    <message>
        <source>Cells in the background go on: %1. Their notebooks show the rest when they are opened again.</source>
        <translation>Zellen im Hintergrund laufen weiter: %1. Ihre Notebooks zeigen den Rest, wenn sie wieder geöffnet werden.</translation>
    </message>
    <message>
        <source>Contexts</source>
        <translation>Kontexte</translation>
    </message>
    <message>
        <source>%1 in %2 did not end with its notebook. %3</source>
        <translation>%1 in %2 wurde nicht mit seinem Notebook beendet. %3</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal</translation>
    </message>
    <message>
        <source>Show contexts</source>
        <translation>Kontexte zeigen</translation>
    </message>
    <message>
        <source>The workbench stopped while it opened %1, so it was not opened again. Its unsaved changes are kept.</source>
        <translation>Die Workbench blieb stehen, während sie %1 öffnete. Deshalb wurde es nicht wieder geöffnet. Die ungespeicherten Änderungen sind aufgehoben.</translation>
    </message>
    <message>
        <source>Open it</source>
        <translation>Öffnen</translation>
    </message>
</context>
<context>
    <name>NotebookRun</name>
    <message>
        <source>There is no connection called &apos;%1&apos;.</source>
        <translation>Es gibt keine Verbindung namens „%1“.</translation>
    </message>
    <message>
        <source>%1 has no sandbox &apos;%2&apos;.</source>
        <translation>%1 hat keine Sandbox „%2“.</translation>
    </message>
    <message>
        <source>Name one by its id or name, or leave --sandbox out to make a new one.</source>
        <translation>Eine mit ID oder Namen nennen, oder --sandbox weglassen, um eine neue anzulegen.</translation>
    </message>
    <message>
        <source>Making a sandbox (%1) with %2.</source>
        <translation>Legt mit %2 eine Sandbox (%1) an.</translation>
    </message>
    <message>
        <source>The sandbox could not be made.</source>
        <translation>Die Sandbox konnte nicht angelegt werden.</translation>
    </message>
    <message>
        <source>Running %1 in %2.</source>
        <translation>Führt %1 in %2 aus.</translation>
    </message>
    <message>
        <source>
── cell %1 · %2</source>
        <translation>
── Zelle %1 · %2</translation>
    </message>
    <message>
        <source>It was stopped after %1 s, the limit set by --timeout.</source>
        <translation>Sie wurde nach %1 s angehalten, der Grenze aus --timeout.</translation>
    </message>
    <message>
        <source>✓ %1</source>
        <translation>✓ %1</translation>
    </message>
    <message>
        <source>✗ failed after %1. %2</source>
        <translation>✗ nach %1 fehlgeschlagen. %2</translation>
    </message>
    <message>
        <source>Interrupting. Press Ctrl+C again to leave at once.</source>
        <translation>Unterbricht. Noch einmal Strg+C verlässt sofort.</translation>
    </message>
    <message>
        <source>
Cells run: %1. Failed: %2.</source>
        <translation>
Ausgeführte Zellen: %1. Fehlgeschlagen: %2.</translation>
    </message>
    <message>
        <source>The executed notebook is %1.</source>
        <translation>Das ausgeführte Notebook ist %1.</translation>
    </message>
    <message>
        <source>The sandbox %1 goes on.</source>
        <translation>Die Sandbox %1 läuft weiter.</translation>
    </message>
    <message>
        <source>Runs a notebook cell by cell and prints its outputs as they come.</source>
        <translation>Führt ein Notebook Zelle für Zelle aus und gibt Ausgaben aus, wie sie kommen.</translation>
    </message>
    <message>
        <source>The notebook, an .ipynb file.</source>
        <translation>Das Notebook, eine .ipynb-Datei.</translation>
    </message>
    <message>
        <source>Write the executed notebook to FILE.</source>
        <translation>Das ausgeführte Notebook in FILE schreiben.</translation>
    </message>
    <message>
        <source>Use this sandbox, by id or name, instead of a new one.</source>
        <translation>Diese Sandbox benutzen, mit ID oder Namen, statt einer neuen.</translation>
    </message>
    <message>
        <source>Image of the new sandbox (local).</source>
        <translation>Image der neuen Sandbox (local).</translation>
    </message>
    <message>
        <source>Connection to use (local).</source>
        <translation>Zu benutzende Verbindung (local).</translation>
    </message>
    <message>
        <source>Stop a cell after this many seconds.</source>
        <translation>Eine Zelle nach so vielen Sekunden anhalten.</translation>
    </message>
    <message>
        <source>Run the cells after a failed one, too.</source>
        <translation>Auch die Zellen nach einer fehlgeschlagenen ausführen.</translation>
    </message>
    <message>
        <source>Leave the new sandbox running at the end.</source>
        <translation>Die neue Sandbox am Ende weiterlaufen lassen.</translation>
    </message>
    <message>
        <source>Name one notebook: opensandbox-workbench run NOTEBOOK. See --help.</source>
        <translation>Ein Notebook nennen: opensandbox-workbench run NOTEBOOK. Siehe --help.</translation>
    </message>
    <message>
        <source>Give either --sandbox or --image: an existing sandbox has its image already.</source>
        <translation>Entweder --sandbox oder --image angeben: eine bestehende Sandbox hat ihr Image schon.</translation>
    </message>
    <message>
        <source>--timeout takes a whole number of seconds, at least 1.</source>
        <translation>--timeout braucht eine ganze Zahl von Sekunden, mindestens 1.</translation>
    </message>
    <message>
        <source>The folder of %1 is not writable.</source>
        <translation>In den Ordner von %1 kann nicht geschrieben werden.</translation>
    </message>
    <message>
        <source>There is no folder for %1.</source>
        <translation>Für %1 gibt es keinen Ordner.</translation>
    </message>
    <message>
        <source>Nothing has run. Name another file with --output.</source>
        <translation>Nichts ist gelaufen. Mit --output eine andere Datei nennen.</translation>
    </message>
    <message>
        <source>Known connections: %1.</source>
        <translation>Bekannte Verbindungen: %1.</translation>
    </message>
    <message>
        <source>, </source>
        <translation>, </translation>
    </message>
    <message>
        <source>Name another image with --image.</source>
        <translation>Mit --image ein anderes Image nennen.</translation>
    </message>
    <message>
        <source>Name another image with --image, for example %1.</source>
        <translation>Mit --image ein anderes Image nennen, zum Beispiel %1.</translation>
    </message>
    <message>
        <source>Stopped before the first cell.</source>
        <translation>Vor der ersten Zelle angehalten.</translation>
    </message>
    <message>
        <source>The executed notebook is not saved. Name a file with --output to keep it.</source>
        <translation>Das ausgeführte Notebook ist nicht gespeichert. Mit --output eine Datei nennen, um es zu behalten.</translation>
    </message>
    <message>
        <source>It did not stop when interrupted, so its context was restarted.</source>
        <translation>Sie hielt nach der Unterbrechung nicht an, daher wurde ihr Kontext neu gestartet.</translation>
    </message>
</context>
<context>
    <name>NotebookView</name>
    <message>
        <source>%1 is paused, so its cells cannot run.</source>
        <translation>%1 ist angehalten, daher können ihre Zellen nicht laufen.</translation>
    </message>
    <message>
        <source>Resuming %1. Cells that you run wait for it.</source>
        <translation>%1 wird fortgesetzt. Zellen, die Sie ausführen, warten darauf.</translation>
    </message>
    <message>
        <source>Resume and run</source>
        <translation>Fortsetzen und ausführen</translation>
    </message>
    <message>
        <source>%1 paused</source>
        <translation>%1 angehalten</translation>
    </message>
    <message>
        <source>Run cell</source>
        <translation>Zelle ausführen</translation>
    </message>
    <message>
        <source>Run and advance</source>
        <translation>Ausführen und weiter</translation>
    </message>
    <message>
        <source>Run and insert below</source>
        <translation>Ausführen und darunter einfügen</translation>
    </message>
    <message>
        <source>Run all</source>
        <translation>Alle ausführen</translation>
    </message>
    <message>
        <source>Run all above</source>
        <translation>Alle darüber ausführen</translation>
    </message>
    <message>
        <source>Run from here on</source>
        <translation>Ab hier ausführen</translation>
    </message>
    <message>
        <source>Interrupt</source>
        <translation>Unterbrechen</translation>
    </message>
    <message>
        <source>Go on after errors</source>
        <translation>Nach Fehlern weitermachen</translation>
    </message>
    <message>
        <source>Clear queue</source>
        <translation>Warteschlange leeren</translation>
    </message>
    <message>
        <source>Restart context</source>
        <translation>Kontext neu starten</translation>
    </message>
    <message>
        <source>Choose context…</source>
        <translation>Kontext wählen…</translation>
    </message>
    <message>
        <source>New Python sandbox for this notebook</source>
        <translation>Neue Python-Sandbox für dieses Notebook</translation>
    </message>
    <message>
        <source>Undo cell change</source>
        <translation>Zelländerung rückgängig</translation>
    </message>
    <message>
        <source>Redo cell change</source>
        <translation>Zelländerung wiederholen</translation>
    </message>
    <message>
        <source>Insert cell above</source>
        <translation>Zelle darüber einfügen</translation>
    </message>
    <message>
        <source>Insert cell below</source>
        <translation>Zelle darunter einfügen</translation>
    </message>
    <message>
        <source>Cut cells</source>
        <translation>Zellen ausschneiden</translation>
    </message>
    <message>
        <source>Copy cells</source>
        <translation>Zellen kopieren</translation>
    </message>
    <message>
        <source>Paste cells below</source>
        <translation>Zellen darunter einfügen</translation>
    </message>
    <message>
        <source>Paste cells above</source>
        <translation>Zellen darüber einfügen</translation>
    </message>
    <message>
        <source>Duplicate cells</source>
        <translation>Zellen verdoppeln</translation>
    </message>
    <message>
        <source>Delete cells</source>
        <translation>Zellen löschen</translation>
    </message>
    <message>
        <source>Move cells up</source>
        <translation>Zellen nach oben</translation>
    </message>
    <message>
        <source>Move cells down</source>
        <translation>Zellen nach unten</translation>
    </message>
    <message>
        <source>Split cell at caret</source>
        <translation>Zelle an der Schreibmarke teilen</translation>
    </message>
    <message>
        <source>Merge cells</source>
        <translation>Zellen verbinden</translation>
    </message>
    <message>
        <source>Make code cells</source>
        <translation>Zu Codezellen machen</translation>
    </message>
    <message>
        <source>Make text cells</source>
        <translation>Zu Textzellen machen</translation>
    </message>
    <message>
        <source>Make raw cells</source>
        <translation>Zu Rohzellen machen</translation>
    </message>
    <message>
        <source>Show or hide output</source>
        <translation>Ausgabe ein- oder ausblenden</translation>
    </message>
    <message>
        <source>Show or hide code</source>
        <translation>Code ein- oder ausblenden</translation>
    </message>
    <message>
        <source>Line numbers in this cell</source>
        <translation>Zeilennummern in dieser Zelle</translation>
    </message>
    <message>
        <source>Line numbers in all cells</source>
        <translation>Zeilennummern in allen Zellen</translation>
    </message>
    <message>
        <source>Clear output</source>
        <translation>Ausgabe löschen</translation>
    </message>
    <message>
        <source>Clear all outputs</source>
        <translation>Alle Ausgaben löschen</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>Speichern unter…</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Ausführen</translation>
    </message>
    <message>
        <source>Run the cell and select the next  Shift+Enter</source>
        <translation>Die Zelle ausführen und die nächste auswählen  Umschalt+Eingabe</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Raw</source>
        <translation>Roh</translation>
    </message>
    <message>
        <source>Kind of the cell</source>
        <translation>Art der Zelle</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Kontext</translation>
    </message>
    <message>
        <source>There is no cell.</source>
        <translation>Es gibt keine Zelle.</translation>
    </message>
    <message>
        <source>Nothing runs.</source>
        <translation>Nichts läuft.</translation>
    </message>
    <message>
        <source>Nothing waits.</source>
        <translation>Nichts wartet.</translation>
    </message>
    <message>
        <source>There is nothing to undo.</source>
        <translation>Es gibt nichts rückgängig zu machen.</translation>
    </message>
    <message>
        <source>There is nothing to redo.</source>
        <translation>Es gibt nichts zu wiederholen.</translation>
    </message>
    <message>
        <source>It is the first cell.</source>
        <translation>Es ist die erste Zelle.</translation>
    </message>
    <message>
        <source>It is the last cell.</source>
        <translation>Es ist die letzte Zelle.</translation>
    </message>
    <message>
        <source>Put the caret where the cell is to be split.</source>
        <translation>Die Schreibmarke dorthin setzen, wo die Zelle geteilt werden soll.</translation>
    </message>
    <message>
        <source>Choose a sandbox</source>
        <translation>Sandbox wählen</translation>
    </message>
    <message>
        <source>%1 running</source>
        <translation>%1 läuft</translation>
    </message>
    <message>
        <source>%1 queued</source>
        <translation>%1 wartet</translation>
    </message>
    <message>
        <source>%1 failed</source>
        <translation>%1 fehlgeschlagen</translation>
    </message>
    <message>
        <source>%1 to check</source>
        <translation>%1 zu prüfen</translation>
    </message>
    <message>
        <source>Heading</source>
        <translation>Überschrift</translation>
    </message>
    <message>
        <source>Where does this run?</source>
        <translation>Wo läuft das?</translation>
    </message>
    <message>
        <source>New %1 sandbox</source>
        <translation>Neue %1-Sandbox</translation>
    </message>
    <message>
        <source>Choose sandbox</source>
        <translation>Sandbox wählen</translation>
    </message>
    <message>
        <source>Starting a sandbox for this notebook. Cells that you run wait for it.</source>
        <translation>Eine Sandbox für dieses Notebook wird gestartet. Zellen, die Sie ausführen, warten auf sie.</translation>
    </message>
    <message>
        <source>No sandbox could be started. %1</source>
        <translation>Es ließ sich keine Sandbox starten. %1</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal</translation>
    </message>
    <message>
        <source>Restart %1 in %2? Its variables are gone then.</source>
        <translation>%1 in %2 neu starten? Die Variablen sind dann fort.</translation>
    </message>
    <message>
        <source>Keep running</source>
        <translation>Weiterlaufen lassen</translation>
    </message>
    <message>
        <source>Restart</source>
        <translation>Neu starten</translation>
    </message>
    <message>
        <source>%1 was not restarted. %2</source>
        <translation>%1 wurde nicht neu gestartet. %2</translation>
    </message>
    <message>
        <source>Choose context</source>
        <translation>Kontext wählen</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>New Python sandbox</source>
        <translation>Neue Python-Sandbox</translation>
    </message>
    <message>
        <source>New sandbox…</source>
        <translation>Neue Sandbox…</translation>
    </message>
    <message>
        <source>Cell %1: %2</source>
        <translation>Zelle %1: %2</translation>
    </message>
    <message>
        <source>Run next</source>
        <translation>Als Nächste ausführen</translation>
    </message>
    <message>
        <source>Remove from queue</source>
        <translation>Aus der Warteschlange nehmen</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy output</source>
        <translation>Ausgabe kopieren</translation>
    </message>
    <message>
        <source>Save output as…</source>
        <translation>Ausgabe speichern unter…</translation>
    </message>
    <message>
        <source>Show as</source>
        <translation>Zeigen als</translation>
    </message>
    <message>
        <source>Context…</source>
        <translation>Kontext…</translation>
    </message>
    <message>
        <source>Queue…</source>
        <translation>Warteschlange…</translation>
    </message>
    <message>
        <source>Copy all output</source>
        <translation>Ganze Ausgabe kopieren</translation>
    </message>
    <message>
        <source>Table of cell %1</source>
        <translation>Tabelle von Zelle %1</translation>
    </message>
    <message>
        <source>Output of cell %1</source>
        <translation>Ausgabe von Zelle %1</translation>
    </message>
    <message>
        <source>Save output</source>
        <translation>Ausgabe speichern</translation>
    </message>
    <message>
        <source>output-%1</source>
        <translation>ausgabe-%1</translation>
    </message>
    <message>
        <source>%1 was not written. %2.</source>
        <translation>%1 wurde nicht geschrieben. %2.</translation>
    </message>
    <message>
        <source> (line %1, column %2)</source>
        <translation> (Zeile %1, Spalte %2)</translation>
    </message>
    <message>
        <source>Save notebook</source>
        <translation>Notebook speichern</translation>
    </message>
    <message>
        <source>Notebooks (*.ipynb)</source>
        <translation>Notebooks (*.ipynb)</translation>
    </message>
    <message>
        <source>Untitled.ipynb</source>
        <translation>Unbenannt.ipynb</translation>
    </message>
    <message>
        <source>%1 has changes that are not saved.</source>
        <translation>%1 hat Änderungen, die nicht gespeichert sind.</translation>
    </message>
    <message>
        <source>Save and close</source>
        <translation>Speichern und schließen</translation>
    </message>
    <message>
        <source>Close without saving</source>
        <translation>Schließen ohne zu speichern</translation>
    </message>
    <message>
        <source>Edit mode · Ln %1, Col %2</source>
        <translation>Bearbeiten · Zeile %1, Spalte %2</translation>
    </message>
    <message>
        <source>Command mode</source>
        <translation>Befehlsmodus</translation>
    </message>
    <message>
        <source>No context</source>
        <translation>Kein Kontext</translation>
    </message>
    <message>
        <source>%1 idle</source>
        <translation>%1 bereit</translation>
    </message>
    <message>
        <source>%1 busy · %2 queued</source>
        <translation>%1 beschäftigt · %2 warten</translation>
    </message>
    <message>
        <source>%1 busy</source>
        <translation>%1 beschäftigt</translation>
    </message>
    <message>
        <source>A cell</source>
        <translation>Eine Zelle</translation>
    </message>
    <message>
        <source>Cell %1</source>
        <translation>Zelle %1</translation>
    </message>
    <message>
        <source>%1 still runs. What it prints after closing is lost: the server does not keep it.</source>
        <translation>%1 läuft noch. Was sie nach dem Schließen ausgibt, geht verloren: der Server bewahrt es nicht auf.</translation>
    </message>
    <message>
        <source>Interrupt and close</source>
        <translation>Unterbrechen und schließen</translation>
    </message>
    <message>
        <source>Let it run and close</source>
        <translation>Weiterlaufen lassen und schließen</translation>
    </message>
    <message>
        <source>Run from the failed cell on</source>
        <translation>Ab der fehlgeschlagenen Zelle ausführen</translation>
    </message>
    <message>
        <source>Run in several contexts…</source>
        <translation>In mehreren Kontexten ausführen…</translation>
    </message>
    <message>
        <source>Compare output with the run before</source>
        <translation>Ausgabe mit dem Lauf davor vergleichen</translation>
    </message>
    <message>
        <source>Restart context and run all</source>
        <translation>Kontext neu starten und alle ausführen</translation>
    </message>
    <message>
        <source>Tags of cells…</source>
        <translation>Kennzeichen der Zellen…</translation>
    </message>
    <message>
        <source>Deleted cells…</source>
        <translation>Gelöschte Zellen…</translation>
    </message>
    <message>
        <source>Complete</source>
        <translation>Vervollständigen</translation>
    </message>
    <message>
        <source>Explain the name at the caret</source>
        <translation>Namen an der Schreibmarke erklären</translation>
    </message>
    <message>
        <source>Find…</source>
        <translation>Suchen…</translation>
    </message>
    <message>
        <source>Find and replace…</source>
        <translation>Suchen und ersetzen…</translation>
    </message>
    <message>
        <source>Find next</source>
        <translation>Weitersuchen</translation>
    </message>
    <message>
        <source>Find previous</source>
        <translation>Rückwärts suchen</translation>
    </message>
    <message>
        <source>Export as HTML…</source>
        <translation>Als HTML ausgeben…</translation>
    </message>
    <message>
        <source>Export as PDF…</source>
        <translation>Als PDF ausgeben…</translation>
    </message>
    <message>
        <source>Export as Markdown…</source>
        <translation>Als Markdown ausgeben…</translation>
    </message>
    <message>
        <source>Export as script…</source>
        <translation>Als Skript ausgeben…</translation>
    </message>
    <message>
        <source>No cell failed.</source>
        <translation>Keine Zelle ist fehlgeschlagen.</translation>
    </message>
    <message>
        <source>The cell ran once at most since it was opened.</source>
        <translation>Die Zelle lief seit dem Öffnen höchstens einmal.</translation>
    </message>
    <message>
        <source>Select a code cell.</source>
        <translation>Eine Codezelle auswählen.</translation>
    </message>
    <message>
        <source>No cell was deleted.</source>
        <translation>Keine Zelle wurde gelöscht.</translation>
    </message>
    <message>
        <source>Put the caret behind a name.</source>
        <translation>Die Schreibmarke hinter einen Namen setzen.</translation>
    </message>
    <message>
        <source>Put the caret on a name.</source>
        <translation>Die Schreibmarke auf einen Namen setzen.</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Kennzeichen</translation>
    </message>
    <message>
        <source>Tags of cell %1, separated by commas:</source>
        <translation>Kennzeichen von Zelle %1, durch Kommas getrennt:</translation>
    </message>
    <message>
        <source>Export notebook</source>
        <translation>Notebook ausgeben</translation>
    </message>
    <message>
        <source>Exported to %1.</source>
        <translation>Nach %1 ausgegeben.</translation>
    </message>
    <message>
        <source>code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Cell %1, %2</source>
        <translation>Zelle %1, %2</translation>
    </message>
    <message>
        <source>Changes are not kept against a crash. %1</source>
        <translation>Änderungen sind gegen einen Absturz nicht gesichert. %1</translation>
    </message>
    <message>
        <source>Outputs over %1 MB did not.</source>
        <translation>Ausgaben über %1 MB nicht.</translation>
    </message>
    <message>
        <source>Keep changes</source>
        <translation>Änderungen behalten</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Back to the file</source>
        <translation>Zurück zur Datei</translation>
    </message>
    <message>
        <source>%1 is not there any more. Saving writes it again.</source>
        <translation>%1 ist nicht mehr da. Speichern schreibt die Datei neu.</translation>
    </message>
    <message>
        <source>%1 changed on the disk since you opened it.</source>
        <translation>%1 hat sich auf dem Datenträger geändert, seit es geöffnet wurde.</translation>
    </message>
    <message>
        <source>Keep mine</source>
        <translation>Meine behalten</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>Neu laden</translation>
    </message>
    <message>
        <source>On the disk</source>
        <translation>Auf dem Datenträger</translation>
    </message>
    <message>
        <source>Here</source>
        <translation>Hier</translation>
    </message>
    <message>
        <source>%1, compared</source>
        <translation>%1, verglichen</translation>
    </message>
    <message>
        <source>%1 was not saved: another program changed it since you opened it.</source>
        <translation>%1 wurde nicht gespeichert: ein anderes Programm hat es seit dem Öffnen geändert.</translation>
    </message>
    <message>
        <source>Replace it</source>
        <translation>Ersetzen</translation>
    </message>
    <message>
        <source>Edit cell</source>
        <translation>Zelle bearbeiten</translation>
    </message>
    <message>
        <source>Select the cell above</source>
        <translation>Die Zelle darüber auswählen</translation>
    </message>
    <message>
        <source>Select the cell below</source>
        <translation>Die Zelle darunter auswählen</translation>
    </message>
    <message>
        <source>Extend the selection upwards</source>
        <translation>Auswahl nach oben erweitern</translation>
    </message>
    <message>
        <source>Extend the selection downwards</source>
        <translation>Auswahl nach unten erweitern</translation>
    </message>
    <message>
        <source>Select the first cell</source>
        <translation>Die erste Zelle auswählen</translation>
    </message>
    <message>
        <source>Select the last cell</source>
        <translation>Die letzte Zelle auswählen</translation>
    </message>
    <message>
        <source>Select all cells</source>
        <translation>Alle Zellen auswählen</translation>
    </message>
    <message>
        <source>Scroll a page down</source>
        <translation>Eine Seite nach unten</translation>
    </message>
    <message>
        <source>Scroll a page up</source>
        <translation>Eine Seite nach oben</translation>
    </message>
    <message>
        <source>Heading of level %1</source>
        <translation>Überschrift der Ebene %1</translation>
    </message>
    <message>
        <source>Go to line…</source>
        <translation>Gehe zu Zeile…</translation>
    </message>
    <message>
        <source>Keys of the notebook…</source>
        <translation>Tasten des Notebooks…</translation>
    </message>
    <message>
        <source>Go to line</source>
        <translation>Gehe zu Zeile</translation>
    </message>
    <message>
        <source>Line, 1 to %1:</source>
        <translation>Zeile, 1 bis %1:</translation>
    </message>
    <message>
        <source>Open output in its own tab</source>
        <translation>Ausgabe in eigenem Reiter öffnen</translation>
    </message>
    <message>
        <source>No cell has the number [%1] any more.</source>
        <translation>Keine Zelle hat mehr die Nummer [%1].</translation>
    </message>
    <message>
        <source>The run before</source>
        <translation>Der Lauf davor</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>Jetzt</translation>
    </message>
    <message>
        <source>Output of cell %1, compared</source>
        <translation>Ausgabe von Zelle %1, verglichen</translation>
    </message>
    <message>
        <source>Run cell %1 in several contexts</source>
        <translation>Zelle %1 in mehreren Kontexten ausführen</translation>
    </message>
    <message>
        <source>Contexts</source>
        <translation>Kontexte</translation>
    </message>
    <message>
        <source>The notebook itself is not changed. Variables of these contexts may be.</source>
        <translation>Das Notebook selbst bleibt, wie es ist. Variablen dieser Kontexte können sich ändern.</translation>
    </message>
    <message>
        <source>Run side by side</source>
        <translation>Nebeneinander ausführen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Cell %1 side by side</source>
        <translation>Zelle %1 nebeneinander</translation>
    </message>
    <message>
        <source>Run in the background</source>
        <translation>Im Hintergrund ausführen</translation>
    </message>
    <message>
        <source>Context of the notebook…</source>
        <translation>Kontext des Notebooks…</translation>
    </message>
    <message>
        <source>New context for these cells</source>
        <translation>Neuer Kontext für diese Zellen</translation>
    </message>
    <message>
        <source>No heading stands above.</source>
        <translation>Darüber steht keine Überschrift.</translation>
    </message>
    <message>
        <source>Only neighbours can be joined.</source>
        <translation>Nur Nachbarn lassen sich verbinden.</translation>
    </message>
    <message>
        <source>The cell has no sandbox yet.</source>
        <translation>Die Zelle hat noch keine Sandbox.</translation>
    </message>
    <message>
        <source>Only Bash and Python cells can run as a command of their own.</source>
        <translation>Nur Bash- und Python-Zellen können als eigener Befehl laufen.</translation>
    </message>
    <message>
        <source>The file could not be opened.</source>
        <translation>Die Datei konnte nicht geöffnet werden.</translation>
    </message>
    <message>
        <source>Move cells</source>
        <translation>Zellen verschieben</translation>
    </message>
    <message numerus="yes">
        <source>Tags of %n cell(s), separated by commas:</source>
        <translation>
            <numerusform>Tags von %n Zelle, durch Kommas getrennt:</numerusform>
            <numerusform>Tags von %n Zellen, durch Kommas getrennt:</numerusform>
        </translation>
    </message>
    <message>
        <source>New context</source>
        <translation>Neuer Kontext</translation>
    </message>
    <message>
        <source>Cells of this notebook run in</source>
        <translation>Zellen dieses Notebooks laufen in</translation>
    </message>
    <message>
        <source>Making a %1 context in %2.</source>
        <translation>Ein %1-Kontext in %2 wird angelegt.</translation>
    </message>
    <message>
        <source>No %1 context could be made in %2. %3</source>
        <translation>In %2 konnte kein %1-Kontext angelegt werden. %3</translation>
    </message>
    <message>
        <source>The command of this cell ended with its sandbox</source>
        <translation>Der Befehl dieser Zelle endete mit seiner Sandbox</translation>
    </message>
    <message>
        <source>%1 is gone. What was saved of the output stays readable here.</source>
        <translation>%1 gibt es nicht mehr. Was von der Ausgabe gespeichert wurde, bleibt hier lesbar.</translation>
    </message>
    <message>
        <source>The sandbox</source>
        <translation>Die Sandbox</translation>
    </message>
    <message>
        <source>Image %1</source>
        <translation>Image %1</translation>
    </message>
    <message numerus="yes">
        <source>%1 is gone. %n cell(s) ran there.</source>
        <translation>
            <numerusform>%1 gibt es nicht mehr. %n Zelle lief dort.</numerusform>
            <numerusform>%1 gibt es nicht mehr. %n Zellen liefen dort.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>A context of %1 is gone, and its variables with it. %n cell(s) ran there.</source>
        <translation>
            <numerusform>Einen Kontext von %1 gibt es nicht mehr, und damit seine Variablen. %n Zelle lief dort.</numerusform>
            <numerusform>Einen Kontext von %1 gibt es nicht mehr, und damit seine Variablen. %n Zellen liefen dort.</numerusform>
        </translation>
    </message>
    <message>
        <source>Create it again</source>
        <translation>Neu anlegen</translation>
    </message>
    <message>
        <source>Choose another…</source>
        <translation>Anderen Ort wählen…</translation>
    </message>
    <message>
        <source>Making a new context in %1.</source>
        <translation>Ein neuer Kontext in %1 wird angelegt.</translation>
    </message>
    <message>
        <source>Starting %1 again.</source>
        <translation>%1 wird wieder gestartet.</translation>
    </message>
    <message>
        <source>No context could be made in %1. %2</source>
        <translation>In %1 konnte kein Kontext angelegt werden. %2</translation>
    </message>
    <message>
        <source>%1 could not be started again. %2</source>
        <translation>%1 konnte nicht wieder gestartet werden. %2</translation>
    </message>
    <message>
        <source>A context could not be made again. Its cells use the first one of their language. %1</source>
        <translation>Ein Kontext konnte nicht neu angelegt werden. Seine Zellen nutzen den ersten ihrer Sprache. %1</translation>
    </message>
    <message>
        <source>%1 as text</source>
        <translation>%1 als Text</translation>
    </message>
    <message numerus="yes">
        <source>%1 was not saved when the workbench ended. %Ln changed cell(s) came back, as of %2.</source>
        <translation>
            <numerusform>%1 war nicht gespeichert, als die Workbench endete. %Ln geänderte Zelle kam zurück, Stand %2.</numerusform>
            <numerusform>%1 war nicht gespeichert, als die Workbench endete. %Ln geänderte Zellen kamen zurück, Stand %2.</numerusform>
        </translation>
    </message>
    <message>
        <source>Add the cell to the selection</source>
        <translation>Zelle zur Auswahl hinzufügen</translation>
    </message>
    <message>
        <source>Fold the section</source>
        <translation>Abschnitt einklappen</translation>
    </message>
    <message>
        <source>Open the section</source>
        <translation>Abschnitt ausklappen</translation>
    </message>
    <message>
        <source>Fold all sections</source>
        <translation>Alle Abschnitte einklappen</translation>
    </message>
    <message>
        <source>Open all sections</source>
        <translation>Alle Abschnitte ausklappen</translation>
    </message>
    <message numerus="yes">
        <source>%n cell(s) waiting</source>
        <translation>
            <numerusform>%n Zelle wartet</numerusform>
            <numerusform>%n Zellen warten</numerusform>
        </translation>
    </message>
    <message>
        <source>A command in the background needs a sandbox that runs. Choose one for the cell.</source>
        <translation>Ein Befehl im Hintergrund braucht eine laufende Sandbox. Eine für die Zelle wählen.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln cell(s)</source>
        <translation>
            <numerusform>%Ln Zelle</numerusform>
            <numerusform>%Ln Zellen</numerusform>
        </translation>
    </message>
    <message>
        <source>Scroll long output, or show its ends</source>
        <translation>Lange Ausgabe rollen oder ihre Enden zeigen</translation>
    </message>
    <message>
        <source>The cell has not reacted to the interrupt for %1 s. Restarting its context ends it; outputs stay, variables go.</source>
        <translation>Die Zelle hat seit %1 s nicht auf die Unterbrechung reagiert. Ein Neustart ihres Kontexts beendet sie; Ausgaben bleiben, Variablen gehen verloren.</translation>
    </message>
    <message>
        <source>Keep waiting</source>
        <translation>Weiter warten</translation>
    </message>
    <message>
        <source>Output %1</source>
        <translation>Ausgabe %1</translation>
    </message>
    <message>
        <source>Opens %1</source>
        <translation>Öffnet %1</translation>
    </message>
    <message>
        <source>New %1 context</source>
        <translation>Neuer %1-Kontext</translation>
    </message>
    <message>
        <source>Cell %1 still runs.</source>
        <translation>Zelle %1 läuft noch.</translation>
    </message>
    <message numerus="yes">
        <source>%n cell(s) run or wait.</source>
        <translation>
            <numerusform>%n Zelle läuft oder wartet.</numerusform>
            <numerusform>%n Zellen laufen oder warten.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 is gone</source>
        <translation>%1 gibt es nicht mehr</translation>
    </message>
    <message>
        <source>%1 is there already, and was not replaced.</source>
        <translation>%1 gibt es schon und wurde nicht ersetzt.</translation>
    </message>
    <message>
        <source>Show that tab</source>
        <translation>Diesen Tab zeigen</translation>
    </message>
    <message>
        <source>%1 is open in another tab, so it was not replaced. Close that tab first, or save under another name.</source>
        <translation>%1 ist in einem anderen Tab offen und wurde deshalb nicht ersetzt. Erst diesen Tab schließen, oder unter einem anderen Namen speichern.</translation>
    </message>
    <message>
        <source>%1 is the name that another notebook is to be saved under. Save this one under a name of its own.</source>
        <translation>Unter dem Namen %1 wird schon ein anderes Notebook gespeichert. Dieses unter einem eigenen Namen speichern.</translation>
    </message>
    <message>
        <source>The file of %1 is gone. Closing loses what is shown here.</source>
        <translation>Die Datei von %1 ist nicht mehr da. Beim Schließen geht verloren, was hier steht.</translation>
    </message>
    <message>
        <source>%1, used by %2</source>
        <translation>%1, auch von %2 benutzt</translation>
    </message>
    <message>
        <source>Making a %1 context of its own for this notebook in %2. Cells that you run wait for it.</source>
        <translation>Für dieses Notebook entsteht ein eigener %1-Kontext in %2. Zellen, die Sie ausführen, warten darauf.</translation>
    </message>
    <message>
        <source>Share with %1</source>
        <translation>Mit %1 teilen</translation>
    </message>
    <message>
        <source>others</source>
        <translation>anderen</translation>
    </message>
    <message>
        <source>No sandbox with %1 runs.</source>
        <translation>Keine Sandbox mit %1 läuft.</translation>
    </message>
    <message>
        <source>%1 idle · shared</source>
        <translation>%1 bereit · geteilt</translation>
    </message>
    <message>
        <source>%1, what runs there stops</source>
        <translation>%1, was dort läuft, endet</translation>
    </message>
    <message>
        <source>%1, its variables are lost</source>
        <translation>%1, seine Variablen gehen verloren</translation>
    </message>
    <message>
        <source>Recreate like this</source>
        <translation>Ebenso neu anlegen</translation>
    </message>
    <message>
        <source>Run selected text or line</source>
        <translation>Markierten Text oder Zeile ausführen</translation>
    </message>
    <message>
        <source>Insert picture</source>
        <translation>Bild einfügen</translation>
    </message>
    <message>
        <source>%1 Its output is lost when the file is loaded again.</source>
        <translation>%1 Die Ausgabe geht verloren, wenn die Datei neu geladen wird.</translation>
    </message>
    <message>
        <source>Interrupt and reload</source>
        <translation>Unterbrechen und neu laden</translation>
    </message>
    <message>
        <source>Your changes to %1 are lost when the file is loaded again, and cannot be brought back.</source>
        <translation>Ihre Änderungen an %1 gehen verloren, wenn die Datei neu geladen wird, und lassen sich nicht zurückholen.</translation>
    </message>
    <message>
        <source>Discard and reload</source>
        <translation>Verwerfen und neu laden</translation>
    </message>
    <message>
        <source>Its context and variables end with it.</source>
        <translation>Sein Kontext und dessen Variablen enden mit ihm.</translation>
    </message>
    <message>
        <source>Interrupted, its context and variables end with it.</source>
        <translation>Bei Unterbrechung enden sein Kontext und dessen Variablen mit ihm.</translation>
    </message>
    <message>
        <source>Its context and variables stay.</source>
        <translation>Sein Kontext und dessen Variablen bleiben.</translation>
    </message>
    <message>
        <source>Keep its context</source>
        <translation>Kontext behalten</translation>
    </message>
    <message>
        <source>End its context</source>
        <translation>Kontext beenden</translation>
    </message>
    <message>
        <source>%1 restarts. Cells that you run wait for it.</source>
        <translation>%1 startet neu. Zellen, die Sie ausführen, warten darauf.</translation>
    </message>
    <message>
        <source>Not run, since %1 was restarted.</source>
        <translation>Nicht ausgeführt, seit %1 neu gestartet wurde.</translation>
    </message>
    <message>
        <source>%1 restarts</source>
        <translation>%1 startet neu</translation>
    </message>
    <message>
        <source>%1 · new context</source>
        <translation>%1 · neuer Kontext</translation>
    </message>
    <message>
        <source>Same as the notebook: %1</source>
        <translation>Wie das Notebook: %1</translation>
    </message>
    <message>
        <source>%1 It was made again for another notebook.</source>
        <translation>%1 Für ein anderes Notebook wurde sie neu erstellt.</translation>
    </message>
    <message>
        <source>Use that one</source>
        <translation>Diese verwenden</translation>
    </message>
    <message>
        <source>Create another</source>
        <translation>Weitere erstellen</translation>
    </message>
    <message>
        <source>%1 has no %2</source>
        <translation>%1 hat kein %2</translation>
    </message>
    <message>
        <source>New sandboxes have no %1, but %2</source>
        <translation>Neue Sandboxes haben kein %1, aber %2</translation>
    </message>
    <message numerus="yes">
        <source>%1 restarts, and %n cell(s) wait for it.</source>
        <translation>
            <numerusform>%1 startet neu, und %n Zelle wartet darauf.</numerusform>
            <numerusform>%1 startet neu, und %n Zellen warten darauf.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n cell(s) that waited for it did not run.</source>
        <translation>
            <numerusform>%n Zelle, die darauf wartete, lief nicht.</numerusform>
            <numerusform>%n Zellen, die darauf warteten, liefen nicht.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 ends in %2, with %n running cell(s).</source>
        <translation>
            <numerusform>%1 endet in %2, mit %n laufenden Zelle.</numerusform>
            <numerusform>%1 endet in %2, mit %n laufenden Zellen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Renew by 1 h</source>
        <translation>Um 1 h verlängern</translation>
    </message>
    <message>
        <source>Bring back the outputs before this run</source>
        <translation>Ausgaben von vor diesem Lauf zurückholen</translation>
    </message>
    <message>
        <source>waits for its context</source>
        <translation>wartet auf den eigenen Kontext</translation>
    </message>
    <message>
        <source>waits for its sandbox</source>
        <translation>wartet auf die Sandbox</translation>
    </message>
    <message>
        <source>waits for %1</source>
        <translation>wartet auf %1</translation>
    </message>
    <message>
        <source>waits for a sandbox</source>
        <translation>wartet auf eine Sandbox</translation>
    </message>
    <message>
        <source>waits for the restart</source>
        <translation>wartet auf den Neustart</translation>
    </message>
    <message>
        <source>In %1</source>
        <translation>In %1</translation>
    </message>
    <message>
        <source>In a new sandbox</source>
        <translation>In einer neuen Sandbox</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Auswählen…</translation>
    </message>
    <message>
        <source>Do not run</source>
        <translation>Nicht ausführen</translation>
    </message>
    <message>
        <source>Where does this run? What you run meanwhile waits, too.</source>
        <translation>Wo läuft das? Was Sie inzwischen ausführen, wartet ebenfalls.</translation>
    </message>
    <message>
        <source>Not run, since it was interrupted.</source>
        <translation>Nicht ausgeführt, da es unterbrochen wurde.</translation>
    </message>
    <message>
        <source>Not run, because %1 was not restarted.</source>
        <translation>Nicht ausgeführt, da %1 nicht neu gestartet wurde.</translation>
    </message>
    <message>
        <source>No cell is being edited.</source>
        <translation>Es wird keine Zelle bearbeitet.</translation>
    </message>
    <message>
        <source>Stop editing the cell</source>
        <translation>Bearbeiten der Zelle beenden</translation>
    </message>
    <message>
        <source>Comment or uncomment lines</source>
        <translation>Zeilen aus- oder einkommentieren</translation>
    </message>
    <message>
        <source>Indent lines</source>
        <translation>Zeilen einrücken</translation>
    </message>
    <message>
        <source>Indent lines less</source>
        <translation>Zeilen weniger einrücken</translation>
    </message>
    <message>
        <source>Indent</source>
        <translation>Einrücken</translation>
    </message>
    <message>
        <source>Move lines up</source>
        <translation>Zeilen nach oben schieben</translation>
    </message>
    <message>
        <source>Move lines down</source>
        <translation>Zeilen nach unten schieben</translation>
    </message>
    <message>
        <source>Copy lines upwards</source>
        <translation>Zeilen nach oben kopieren</translation>
    </message>
    <message>
        <source>Copy lines downwards</source>
        <translation>Zeilen nach unten kopieren</translation>
    </message>
    <message>
        <source>Delete lines</source>
        <translation>Zeilen löschen</translation>
    </message>
    <message>
        <source>Select the word, or its next occurrence</source>
        <translation>Wort wählen, oder sein nächstes Vorkommen</translation>
    </message>
    <message>
        <source>Select columns upwards</source>
        <translation>Spalten nach oben wählen</translation>
    </message>
    <message>
        <source>Select columns downwards</source>
        <translation>Spalten nach unten wählen</translation>
    </message>
    <message>
        <source>Select columns to the left</source>
        <translation>Spalten nach links wählen</translation>
    </message>
    <message>
        <source>Select columns to the right</source>
        <translation>Spalten nach rechts wählen</translation>
    </message>
    <message>
        <source>Completions: take the chosen one</source>
        <translation>Vervollständigungen: die gewählte nehmen</translation>
    </message>
    <message>
        <source>Completions: choose the next</source>
        <translation>Vervollständigungen: die nächste wählen</translation>
    </message>
    <message>
        <source>Completions: choose the one before</source>
        <translation>Vervollständigungen: die vorige wählen</translation>
    </message>
    <message>
        <source>Completions: close the list</source>
        <translation>Vervollständigungen: Liste schließen</translation>
    </message>
</context>
<context>
    <name>NoticeBlock</name>
    <message>
        <source>Check the context</source>
        <translation>Kontext prüfen</translation>
    </message>
    <message>
        <source>Interrupt</source>
        <translation>Unterbrechen</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>Noch einmal ausführen</translation>
    </message>
    <message>
        <source>Run cells above</source>
        <translation>Zellen darüber ausführen</translation>
    </message>
    <message>
        <source>Run in terminal</source>
        <translation>Im Terminal ausführen</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>Senden</translation>
    </message>
    <message>
        <source>The code waits for a line.</source>
        <translation>Der Code wartet auf eine Zeile.</translation>
    </message>
    <message>
        <source>Create it again</source>
        <translation>Neu anlegen</translation>
    </message>
    <message>
        <source>Choose another…</source>
        <translation>Anderen Ort wählen…</translation>
    </message>
    <message>
        <source>Follow it again</source>
        <translation>Wieder verfolgen</translation>
    </message>
    <message>
        <source>Recreate like this</source>
        <translation>Ebenso neu anlegen</translation>
    </message>
</context>
<context>
    <name>OutlinePane</name>
    <message>
        <source>queued</source>
        <translation>wartet</translation>
    </message>
    <message>
        <source>running</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>done</source>
        <translation>fertig</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation>unterbrochen</translation>
    </message>
    <message>
        <source>result unknown</source>
        <translation>Ergebnis unbekannt</translation>
    </message>
    <message>
        <source>context lost</source>
        <translation>Kontext verloren</translation>
    </message>
    <message>
        <source>edited since run</source>
        <translation>seitdem geändert</translation>
    </message>
    <message>
        <source>Heading: %1</source>
        <translation>Überschrift: %1</translation>
    </message>
    <message>
        <source>Cell %1: %2</source>
        <translation>Zelle %1: %2</translation>
    </message>
    <message>
        <source>Cell %1, %2: %3</source>
        <translation>Zelle %1, %2: %3</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Filter the outline</source>
        <translation>Gliederung filtern</translation>
    </message>
    <message>
        <source>Outline</source>
        <translation>Gliederung</translation>
    </message>
    <message>
        <source>No notebook is open.</source>
        <translation>Kein Notebook ist offen.</translation>
    </message>
    <message>
        <source>Its headings and cells appear here.</source>
        <translation>Hier erscheinen seine Überschriften und Zellen.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln heading(s)</source>
        <translation>
            <numerusform>%Ln Überschrift</numerusform>
            <numerusform>%Ln Überschriften</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PairList</name>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Show the value</source>
        <translation>Wert zeigen</translation>
    </message>
    <message>
        <source>Hide the value</source>
        <translation>Wert verbergen</translation>
    </message>
</context>
<context>
    <name>Palette</name>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Theme: follow the system</source>
        <translation>Farben: wie das System</translation>
    </message>
    <message>
        <source>Theme: light</source>
        <translation>Farben: hell</translation>
    </message>
    <message>
        <source>Theme: dark</source>
        <translation>Farben: dunkel</translation>
    </message>
    <message>
        <source>Theme: high contrast</source>
        <translation>Farben: hoher Kontrast</translation>
    </message>
    <message>
        <source>on</source>
        <translation>an</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>Reduce motion</source>
        <translation>Weniger Bewegung</translation>
    </message>
    <message>
        <source>Plots follow the theme</source>
        <translation>Diagramme folgen den gewählten Farben</translation>
    </message>
    <message>
        <source>Show plots and ask for input on servers that leave them out</source>
        <translation>Auf Servern, die das weglassen, Diagramme zeigen und nach Eingaben fragen</translation>
    </message>
    <message>
        <source>Continue running after a cell fails</source>
        <translation>Weiter ausführen, wenn eine Zelle fehlschlägt</translation>
    </message>
    <message>
        <source>Files and cells</source>
        <translation>Dateien und Zellen</translation>
    </message>
    <message>
        <source>The file is not there any more.</source>
        <translation>Die Datei ist nicht mehr da.</translation>
    </message>
    <message>
        <source>%1, cell %2</source>
        <translation>%1, Zelle %2</translation>
    </message>
    <message>
        <source>End a notebook&apos;s own context when it is closed</source>
        <translation>Eigenen Kontext eines Notebooks beim Schließen beenden</translation>
    </message>
</context>
<context>
    <name>PaneGroup</name>
    <message>
        <source>Panes</source>
        <translation>Bereiche</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>Ausblenden</translation>
    </message>
</context>
<context>
    <name>PictureDiff</name>
    <message>
        <source>Not shown</source>
        <translation>Nicht gezeigt</translation>
    </message>
    <message>
        <source>Only at the right</source>
        <translation>Nur rechts</translation>
    </message>
    <message>
        <source>Only at the left</source>
        <translation>Nur links</translation>
    </message>
    <message>
        <source>Other size: %1 x %2 and %3 x %4</source>
        <translation>Andere Größe: %1 x %2 und %3 x %4</translation>
    </message>
    <message>
        <source>The same</source>
        <translation>Gleich</translation>
    </message>
    <message>
        <source>%1 % of the pixels differ</source>
        <translation>%1 % der Pixel unterscheiden sich</translation>
    </message>
    <message>
        <source>Pictures compared</source>
        <translation>Bilder verglichen</translation>
    </message>
</context>
<context>
    <name>PileBlock</name>
    <message>
        <source>Reads…</source>
        <translation>Liest…</translation>
    </message>
    <message>
        <source>Content</source>
        <translation>Inhalt</translation>
    </message>
    <message>
        <source>Part %1</source>
        <translation>Teil %1</translation>
    </message>
</context>
<context>
    <name>PreferencesDialog</name>
    <message>
        <source>Preferences</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Follow the system</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>Hoher Kontrast</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Farben</translation>
    </message>
    <message>
        <source>Font size</source>
        <translation>Schriftgröße</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Runs a small program in Python contexts of such servers, before your first cell</source>
        <translation>Führt in Python-Kontexten solcher Server vor Ihrer ersten Zelle ein kleines Programm aus</translation>
    </message>
    <message>
        <source>Look</source>
        <translation>Aussehen</translation>
    </message>
    <message>
        <source>Notebooks</source>
        <translation>Notebooks</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>&amp;Reduce motion</source>
        <translation>&amp;Weniger Bewegung</translation>
    </message>
    <message>
        <source>&amp;Continue running after a cell fails</source>
        <translation>Nach einer missglückten Zelle weiter&amp;laufen</translation>
    </message>
    <message>
        <source>P&amp;lots follow the theme</source>
        <translation>D&amp;iagramme folgen den gewählten Farben</translation>
    </message>
    <message>
        <source>New figures of matplotlib are shown in the colours of the window, unless they have a style of their own. Files you save stay as they are.</source>
        <translation>Neue Diagramme von matplotlib erscheinen in den Farben des Fensters, wenn sie keinen eigenen Stil haben. Gespeicherte Dateien bleiben, wie sie sind.</translation>
    </message>
    <message>
        <source>Show &amp;plots and ask for input on servers that leave them out</source>
        <translation>&amp;Diagramme zeigen und nach Eingaben fragen, wo Server sie auslassen</translation>
    </message>
    <message>
        <source>&amp;Show the start page when the workbench opens</source>
        <translation>&amp;Startseite zeigen, wenn die Workbench öffnet</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>&amp;Farben</translation>
    </message>
    <message>
        <source>&amp;Font size</source>
        <translation>Schrift&amp;größe</translation>
    </message>
    <message>
        <source>&amp;End a notebook&apos;s own context when it is closed</source>
        <translation>&amp;Eigenen Kontext eines Notebooks beim Schließen beenden</translation>
    </message>
    <message>
        <source>A context that was made for this notebook alone; its variables end with it</source>
        <translation>Ein Kontext, der nur für dieses Notebook angelegt wurde; seine Variablen enden mit ihm</translation>
    </message>
    <message>
        <source>Open the &amp;notebooks of last time</source>
        <translation>Die &amp;Notebooks vom letzten Mal öffnen</translation>
    </message>
</context>
<context>
    <name>QObject</name>
    <message>
        <source>Empty output</source>
        <translation>Leere Ausgabe</translation>
    </message>
    <message>
        <source>Too large to show as a tree (%1), so it is shown as text</source>
        <translation>Zu groß, um es als Baum zu zeigen (%1), daher als Text</translation>
    </message>
    <message>
        <source>Too large to show formatted (%1), so it is shown as text</source>
        <translation>Zu groß, um es formatiert zu zeigen (%1), daher als Text</translation>
    </message>
</context>
<context>
    <name>QueuePane</name>
    <message>
        <source>Queue</source>
        <translation>Warteschlange</translation>
    </message>
    <message>
        <source>Nothing runs.</source>
        <translation>Nichts läuft.</translation>
    </message>
    <message>
        <source>Cells that run and wait appear here.</source>
        <translation>Hier erscheinen Zellen, die laufen und warten.</translation>
    </message>
    <message>
        <source>Earlier</source>
        <translation>Früher</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>Später</translation>
    </message>
    <message>
        <source>Remove from queue</source>
        <translation>Aus der Warteschlange nehmen</translation>
    </message>
    <message>
        <source>Interrupt</source>
        <translation>Unterbrechen</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1 in %2</translation>
    </message>
    <message>
        <source>Cell %1</source>
        <translation>Zelle %1</translation>
    </message>
    <message>
        <source>%1 running · %2 waiting</source>
        <translation>%1 läuft · %2 warten</translation>
    </message>
    <message>
        <source>%1 of about %2</source>
        <translation>%1 von etwa %2</translation>
    </message>
    <message>
        <source>In the background of %1</source>
        <translation>Im Hintergrund von %1</translation>
    </message>
    <message>
        <source>Change the queue</source>
        <translation>Warteschlange ändern</translation>
    </message>
    <message numerus="yes">
        <source>%Ln more</source>
        <translation>
            <numerusform>%Ln weitere</numerusform>
            <numerusform>%Ln weitere</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Recipe</name>
    <message>
        <source>Python notebook</source>
        <translation>Python-Notebook</translation>
    </message>
    <message>
        <source>Python with numpy, pandas and matplotlib. Opens a new notebook in it.</source>
        <translation>Python mit numpy, pandas und matplotlib. Öffnet ein neues Notebook darin.</translation>
    </message>
    <message>
        <source>Multi-language</source>
        <translation>Mehrsprachig</translation>
    </message>
    <message>
        <source>One notebook, a context for each language that is installed.</source>
        <translation>Ein Notebook, ein Kontext für jede installierte Sprache.</translation>
    </message>
    <message>
        <source>Shell</source>
        <translation>Shell</translation>
    </message>
    <message>
        <source>Bash in a private home. Network off.</source>
        <translation>Bash mit privatem Ordner. Ohne Netz.</translation>
    </message>
</context>
<context>
    <name>RenewDialog</name>
    <message>
        <source>Renew %1 until?</source>
        <translation>%1 verlängern bis?</translation>
    </message>
    <message numerus="yes">
        <source>Renew %n sandbox(es) until?</source>
        <translation>
            <numerusform>%n Sandbox verlängern bis?</numerusform>
            <numerusform>%n Sandboxes verlängern bis?</numerusform>
        </translation>
    </message>
    <message>
        <source>+15 min</source>
        <translation>+15 min</translation>
    </message>
    <message>
        <source>+1 h</source>
        <translation>+1 h</translation>
    </message>
    <message>
        <source>+4 h</source>
        <translation>+4 h</translation>
    </message>
    <message>
        <source>+24 h</source>
        <translation>+24 h</translation>
    </message>
    <message>
        <source>+7 d</source>
        <translation>+7 d</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Renew</source>
        <translation>Verlängern</translation>
    </message>
    <message>
        <source>This is over already. Choose a later time.</source>
        <translation>Das ist schon vorbei. Einen späteren Zeitpunkt wählen.</translation>
    </message>
    <message>
        <source>%1 UTC, in %2.</source>
        <translation>%1 UTC, in %2.</translation>
    </message>
    <message>
        <source>The time is over already.</source>
        <translation>Die Zeit ist schon vorbei.</translation>
    </message>
    <message>
        <source>&amp;Expires at (local time)</source>
        <translation>&amp;Endet um (Ortszeit)</translation>
    </message>
</context>
<context>
    <name>RichBlock</name>
    <message>
        <source>Open %1</source>
        <translation>%1 öffnen</translation>
    </message>
</context>
<context>
    <name>RunNotifier</name>
    <message>
        <source>Cell %1 %2</source>
        <translation>Zelle %1 %2</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>was interrupted</source>
        <translation>wurde unterbrochen</translation>
    </message>
    <message>
        <source>needs a look</source>
        <translation>will angesehen werden</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1 is done</source>
        <translation>%1 ist fertig</translation>
    </message>
    <message numerus="yes">
        <source>%n cell(s) ran for %1</source>
        <translation>
            <numerusform>%n Zelle lief %1</numerusform>
            <numerusform>%n Zellen liefen %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SampleNotebook</name>
    <message>
        <source># Several languages, one sandbox

Each cell runs in the context of its language, which keeps its variables. All of them share the folder `/workspace`.</source>
        <translation># Mehrere Sprachen, eine Sandbox

Jede Zelle läuft im Kontext ihrer Sprache, der seine Variablen behält. Alle teilen sich den Ordner `/workspace`.</translation>
    </message>
</context>
<context>
    <name>SandboxActions</name>
    <message>
        <source>%1 has ended.</source>
        <translation>%1 hat geendet.</translation>
    </message>
    <message>
        <source>%1 has no time limit.</source>
        <translation>%1 hat keine Zeitgrenze.</translation>
    </message>
    <message>
        <source>Only running and paused sandboxes can do that.</source>
        <translation>Das können nur laufende und angehaltene Sandboxes.</translation>
    </message>
    <message>
        <source>%1 is gone.</source>
        <translation>%1 ist fort.</translation>
    </message>
    <message>
        <source>A paused sandbox cannot run code.</source>
        <translation>Eine angehaltene Sandbox kann keinen Code ausführen.</translation>
    </message>
    <message>
        <source>%1 does not run.</source>
        <translation>%1 läuft nicht.</translation>
    </message>
    <message numerus="yes">
        <source>%n running cell(s)</source>
        <translation>
            <numerusform>%n laufende Zelle</numerusform>
            <numerusform>%n laufende Zellen</numerusform>
        </translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Recreate like this…</source>
        <translation>So noch einmal anlegen…</translation>
    </message>
    <message>
        <source>Remove from the list</source>
        <translation>Aus der Liste nehmen</translation>
    </message>
    <message>
        <source>New notebook here</source>
        <translation>Neues Notebook hier</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>Metrics</source>
        <translation>Messwerte</translation>
    </message>
    <message>
        <source>Watch CPU and memory</source>
        <translation>CPU und Speicher beobachten</translation>
    </message>
    <message>
        <source>Watching may keep it alive where the server renews on access.</source>
        <translation>Beobachten kann sie am Leben halten, wo der Server bei Zugriff verlängert.</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Renew</source>
        <translation>Verlängern</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Duplicate…</source>
        <translation>Verdoppeln…</translation>
    </message>
    <message>
        <source>Kill</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Kill %1…</source>
        <translation>%1 beenden…</translation>
    </message>
    <message>
        <source>It is gone.</source>
        <translation>Sie ist fort.</translation>
    </message>
    <message>
        <source>+15 min</source>
        <translation>+15 min</translation>
    </message>
    <message>
        <source>+1 h</source>
        <translation>+1 h</translation>
    </message>
    <message>
        <source>+24 h</source>
        <translation>+24 h</translation>
    </message>
    <message>
        <source>Until…</source>
        <translation>Bis…</translation>
    </message>
    <message>
        <source>ID</source>
        <translation>ID</translation>
    </message>
    <message>
        <source>Endpoint of port 44772</source>
        <translation>Endpunkt von Port 44772</translation>
    </message>
    <message>
        <source>It does not run.</source>
        <translation>Sie läuft nicht.</translation>
    </message>
    <message>
        <source>As %1 command</source>
        <translation>Als %1-Befehl</translation>
    </message>
    <message>
        <source>As %1 code</source>
        <translation>Als %1-Code</translation>
    </message>
    <message>
        <source>%1 go with it.</source>
        <translation>%1 gehen mit.</translation>
    </message>
    <message>
        <source> and </source>
        <translation> und </translation>
    </message>
    <message>
        <source>Killing %1 in %2 s.</source>
        <translation>%1 wird in %2 s beendet.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Kill now</source>
        <translation>Jetzt beenden</translation>
    </message>
    <message>
        <source>The endpoint of %1 is not known. %2</source>
        <translation>Der Endpunkt von %1 ist nicht bekannt. %2</translation>
    </message>
    <message>
        <source>Copied the endpoint of port %1.</source>
        <translation>Endpunkt von Port %1 kopiert.</translation>
    </message>
</context>
<context>
    <name>SandboxCreation</name>
    <message>
        <source>%1 is not connected.</source>
        <translation>%1 ist nicht verbunden.</translation>
    </message>
    <message>
        <source>Wait until it answers, or choose another connection.</source>
        <translation>Warten, bis sie antwortet, oder eine andere Verbindung wählen.</translation>
    </message>
    <message>
        <source>The sandbox vanished while it started.</source>
        <translation>Die Sandbox verschwand beim Starten.</translation>
    </message>
    <message>
        <source>Look at the server&apos;s log, then try again.</source>
        <translation>In das Protokoll des Servers sehen, dann noch einmal versuchen.</translation>
    </message>
    <message>
        <source>%1 failed while starting: %2</source>
        <translation>%1 schlug beim Starten fehl: %2</translation>
    </message>
    <message>
        <source>Change what it needs and try again.</source>
        <translation>Ändern, was sie braucht, und noch einmal versuchen.</translation>
    </message>
    <message>
        <source>%1 keeps running; kill it in the list if it is of no use.</source>
        <translation>%1 läuft weiter; in der Liste beenden, wenn sie nichts nützt.</translation>
    </message>
    <message>
        <source>%1 runs, but has no %2: %3</source>
        <translation>%1 läuft, hat aber kein %2: %3</translation>
    </message>
    <message>
        <source>Use it for its files and commands, or choose an image that has %1.</source>
        <translation>Für Dateien und Befehle benutzen, oder ein Image mit %1 wählen.</translation>
    </message>
</context>
<context>
    <name>SandboxDelegate</name>
    <message>
        <source>New notebook here</source>
        <translation>Neues Notebook hier</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Renew</source>
        <translation>Verlängern</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>stale %1</source>
        <translation>veraltet %1</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>unbegrenzt</translation>
    </message>
</context>
<context>
    <name>SandboxDetails</name>
    <message>
        <source>Details</source>
        <translation>Einzelheiten</translation>
    </message>
    <message>
        <source>Metadata</source>
        <translation>Metadaten</translation>
    </message>
    <message>
        <source>Last 5 minutes</source>
        <translation>Letzte 5 Minuten</translation>
    </message>
    <message>
        <source>Copy ID</source>
        <translation>ID kopieren</translation>
    </message>
    <message>
        <source>Copy as</source>
        <translation>Kopieren als</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>Verbindung</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>Image</translation>
    </message>
    <message>
        <source>Created</source>
        <translation>Angelegt</translation>
    </message>
    <message>
        <source>Last change</source>
        <translation>Letzte Änderung</translation>
    </message>
    <message>
        <source>Remark</source>
        <translation>Bemerkung</translation>
    </message>
    <message>
        <source>Entrypoint</source>
        <translation>Startbefehl</translation>
    </message>
    <message>
        <source>as the sandbox kernel reports it</source>
        <translation>wie es der Kernel der Sandbox meldet</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>New notebook</source>
        <translation>Neues Notebook</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>Metrics</source>
        <translation>Messwerte</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Renew</source>
        <translation>Verlängern</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Verdoppeln</translation>
    </message>
    <message>
        <source>Kill</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>for %1</source>
        <translation>seit %1</translation>
    </message>
    <message>
        <source>not told by the server</source>
        <translation>vom Server nicht genannt</translation>
    </message>
    <message>
        <source>snapshot %1</source>
        <translation>Abbild %1</translation>
    </message>
    <message>
        <source>%1 since %2</source>
        <translation>%1 seit %2</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>%1 has ended.</source>
        <translation>%1 hat geendet.</translation>
    </message>
    <message>
        <source>Recreate like this</source>
        <translation>So noch einmal anlegen</translation>
    </message>
    <message>
        <source>%1 expired at %2. Its files are gone.</source>
        <translation>%1 lief um %2 ab. Ihre Dateien sind fort.</translation>
    </message>
    <message>
        <source>%1 is gone. It was last seen at %2.</source>
        <translation>%1 ist fort. Sie wurde zuletzt um %2 gesehen.</translation>
    </message>
    <message>
        <source>%1 was killed. Its files are gone.</source>
        <translation>%1 wurde beendet. Ihre Dateien sind fort.</translation>
    </message>
    <message>
        <source>%1 failed.</source>
        <translation>%1 ist fehlgeschlagen.</translation>
    </message>
    <message>
        <source>%1 failed: %2</source>
        <translation>%1 ist fehlgeschlagen: %2</translation>
    </message>
    <message>
        <source>%1 is paused. Its contexts answer again after a resume.</source>
        <translation>%1 ist angehalten. Nach dem Fortsetzen antworten ihre Kontexte wieder.</translation>
    </message>
</context>
<context>
    <name>SandboxFilter</name>
    <message>
        <source>&apos;%1:&apos; is not known. Known are state:, image:, name:, id:, connection:, expires&lt; and key=value.</source>
        <translation>„%1:“ ist nicht bekannt. Bekannt sind state:, image:, name:, id:, connection:, expires&lt; und Schlüssel=Wert.</translation>
    </message>
    <message>
        <source>A metadata term needs a key: owner=ana.</source>
        <translation>Ein Metadaten-Begriff braucht einen Schlüssel: owner=ana.</translation>
    </message>
    <message>
        <source>Only &apos;expires&apos; can be compared: expires&lt;30m.</source>
        <translation>Nur „expires“ lässt sich vergleichen: expires&lt;30m.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no time. Write 90s, 30m, 2h, 1h30m or 3d.</source>
        <translation>„%1“ ist keine Zeit. Möglich sind 90s, 30m, 2h, 1h30m oder 3d.</translation>
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
        <translation>Sandboxes filtern</translation>
    </message>
    <message>
        <source>Words, or terms: state:running image:python name:agent expires&lt;30m owner=ana</source>
        <translation>Wörter oder Begriffe: state:running image:python name:agent expires&lt;30m owner=ana</translation>
    </message>
</context>
<context>
    <name>SandboxForm</name>
    <message>
        <source>At most 63 characters, this has %1.</source>
        <translation>Höchstens 63 Zeichen, dies hat %1.</translation>
    </message>
    <message>
        <source>Only letters, digits, &apos;-&apos;, &apos;_&apos; and &apos;.&apos;, with a letter or digit at both ends.</source>
        <translation>Nur Buchstaben, Ziffern, &apos;-&apos;, &apos;_&apos; und &apos;.&apos;, an beiden Enden ein Buchstabe oder eine Ziffer.</translation>
    </message>
    <message>
        <source>Before &apos;/&apos; stands a lower-case domain name.</source>
        <translation>Vor &apos;/&apos; steht ein Domänenname in Kleinbuchstaben.</translation>
    </message>
    <message>
        <source>&apos;opensandbox.io/&apos; is kept for the server.</source>
        <translation>&apos;opensandbox.io/&apos; gehört dem Server.</translation>
    </message>
    <message>
        <source>The key is missing.</source>
        <translation>Der Schlüssel fehlt.</translation>
    </message>
    <message>
        <source>An image is needed.</source>
        <translation>Ein Image fehlt.</translation>
    </message>
    <message>
        <source>An image name has no spaces.</source>
        <translation>Der Name eines Images hat keine Leerzeichen.</translation>
    </message>
    <message>
        <source>The local runtime downloads no images. Choose one of the list, or another connection.</source>
        <translation>Die lokale Laufzeit lädt keine Images herunter. Eines aus der Liste wählen, oder eine andere Verbindung.</translation>
    </message>
    <message>
        <source>At least 60 s.</source>
        <translation>Mindestens 60 s.</translation>
    </message>
    <message>
        <source>More than 0.</source>
        <translation>Mehr als 0.</translation>
    </message>
    <message>
        <source>At least 64 MiB.</source>
        <translation>Mindestens 64 MiB.</translation>
    </message>
    <message>
        <source>The name is missing.</source>
        <translation>Der Name fehlt.</translation>
    </message>
    <message>
        <source>Only letters, digits and &apos;_&apos;, no digit first.</source>
        <translation>Nur Buchstaben, Ziffern und &apos;_&apos;, keine Ziffer am Anfang.</translation>
    </message>
    <message>
        <source>%1 is there twice.</source>
        <translation>%1 steht zweimal da.</translation>
    </message>
    <message>
        <source>&apos;name&apos; is set above.</source>
        <translation>&apos;name&apos; steht schon oben.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no host name, address or range.</source>
        <translation>„%1“ ist kein Rechnername, keine Adresse und kein Bereich.</translation>
    </message>
    <message>
        <source>The local runtime cannot filter by host name. Choose No network or another connection.</source>
        <translation>Die lokale Laufzeit kann nicht nach Rechnernamen filtern. „Kein Netz“ oder eine andere Verbindung wählen.</translation>
    </message>
    <message>
        <source>A quote is not closed.</source>
        <translation>Ein Anführungszeichen ist nicht geschlossen.</translation>
    </message>
    <message>
        <source>An entrypoint is needed, for example: tail -f /dev/null</source>
        <translation>Ein Startbefehl fehlt, zum Beispiel: tail -f /dev/null</translation>
    </message>
</context>
<context>
    <name>SandboxModel</name>
    <message>
        <source>no limit</source>
        <translation>keine Grenze</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>Image</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>Verbindung</translation>
    </message>
    <message>
        <source>Expires in</source>
        <translation>Läuft ab in</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Metadata</source>
        <translation>Metadaten</translation>
    </message>
    <message>
        <source>Age</source>
        <translation>Alter</translation>
    </message>
</context>
<context>
    <name>SandboxSession</name>
    <message>
        <source>%1 is gone.</source>
        <translation>%1 ist fort.</translation>
    </message>
    <message>
        <source>%1 expired.</source>
        <translation>%1 ist abgelaufen.</translation>
    </message>
    <message>
        <source>%1 was killed.</source>
        <translation>%1 wurde beendet.</translation>
    </message>
    <message>
        <source>%1 has ended.</source>
        <translation>%1 hat geendet.</translation>
    </message>
    <message>
        <source>%1 is gone. The server no longer lists it.</source>
        <translation>%1 ist fort. Der Server führt sie nicht mehr auf.</translation>
    </message>
    <message>
        <source>%1 failed.</source>
        <translation>%1 ist fehlgeschlagen.</translation>
    </message>
    <message>
        <source>%1 failed: %2</source>
        <translation>%1 ist fehlgeschlagen: %2</translation>
    </message>
    <message>
        <source>Create another one like it.</source>
        <translation>Noch eine wie diese anlegen.</translation>
    </message>
    <message>
        <source>%1 is paused. Resume it to run code.</source>
        <translation>%1 ist angehalten. Fortsetzen, um Code auszuführen.</translation>
    </message>
    <message>
        <source>%1 is stopping.</source>
        <translation>%1 endet gerade.</translation>
    </message>
    <message>
        <source>%1 is not connected.</source>
        <translation>%1 ist nicht verbunden.</translation>
    </message>
</context>
<context>
    <name>SandboxState</name>
    <message>
        <source>Pending</source>
        <translation>Wartet</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>Läuft</translation>
    </message>
    <message>
        <source>Pausing</source>
        <translation>Hält an</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>Resuming</source>
        <translation>Wird fortgesetzt</translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation>Endet</translation>
    </message>
    <message>
        <source>Terminated</source>
        <translation>Beendet</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>Expired</source>
        <translation>Abgelaufen</translation>
    </message>
</context>
<context>
    <name>SandboxStore</name>
    <message>
        <source>could not be renewed</source>
        <translation>konnte nicht verlängert werden</translation>
    </message>
    <message>
        <source>could not be paused</source>
        <translation>konnte nicht angehalten werden</translation>
    </message>
    <message>
        <source>Pause is not offered by this server (%1).</source>
        <translation>Anhalten bietet dieser Server nicht (%1).</translation>
    </message>
    <message>
        <source>could not be resumed</source>
        <translation>konnte nicht fortgesetzt werden</translation>
    </message>
    <message>
        <source>could not be killed</source>
        <translation>konnte nicht beendet werden</translation>
    </message>
    <message>
        <source>The server</source>
        <translation>Der Server</translation>
    </message>
    <message>
        <source>%1 %2: this server does not offer it (501).</source>
        <translation>%1 %2: dieser Server bietet das nicht (501).</translation>
    </message>
    <message>
        <source>%1 %2. %3</source>
        <translation>%1 %2. %3</translation>
    </message>
</context>
<context>
    <name>SandboxWords</name>
    <message>
        <source>No state</source>
        <translation>Kein Zustand</translation>
    </message>
    <message>
        <source>Killed</source>
        <translation>Beendet</translation>
    </message>
    <message>
        <source>Gone</source>
        <translation>Fort</translation>
    </message>
    <message>
        <source>for %1</source>
        <translation>seit %1</translation>
    </message>
    <message>
        <source>at %1</source>
        <translation>um %1</translation>
    </message>
    <message>
        <source>last seen %1</source>
        <translation>zuletzt gesehen %1</translation>
    </message>
    <message>
        <source>expiry passed, still running</source>
        <translation>Zeit ist um, läuft noch</translation>
    </message>
    <message numerus="yes">
        <source>%n context(s)</source>
        <translation>
            <numerusform>%n Kontext</numerusform>
            <numerusform>%n Kontexte</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 h %2 m</source>
        <translation>%1 h %2 m</translation>
    </message>
    <message>
        <source>%1 d %2 h</source>
        <translation>%1 d %2 h</translation>
    </message>
    <message numerus="yes">
        <source>%n second(s)</source>
        <translation>
            <numerusform>%n Sekunde</numerusform>
            <numerusform>%n Sekunden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n minute(s)</source>
        <translation>
            <numerusform>%n Minute</numerusform>
            <numerusform>%n Minuten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hour(s)</source>
        <translation>
            <numerusform>%n Stunde</numerusform>
            <numerusform>%n Stunden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n day(s)</source>
        <translation>
            <numerusform>%n Tag</numerusform>
            <numerusform>%n Tagen</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 min</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>%1 h</translation>
    </message>
    <message>
        <source>%1 d</source>
        <translation>%1 d</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation>%1 h %2 min</translation>
    </message>
    <message numerus="yes">
        <source>%Ln sandbox(es)</source>
        <translation>
            <numerusform>%Ln Sandbox</numerusform>
            <numerusform>%Ln Sandboxes</numerusform>
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
        <translation>heute %1</translation>
    </message>
    <message>
        <source>tomorrow %1</source>
        <translation>morgen %1</translation>
    </message>
    <message>
        <source>yesterday %1</source>
        <translation>gestern %1</translation>
    </message>
    <message>
        <source>expires in %1</source>
        <translation>läuft in %1 ab</translation>
    </message>
    <message>
        <source>no time limit</source>
        <translation>keine Zeitgrenze</translation>
    </message>
    <message>
        <source>Runs until it is killed.</source>
        <translation>Läuft, bis sie beendet wird.</translation>
    </message>
    <message>
        <source>Expires %1 (%2 UTC)</source>
        <translation>Läuft ab %1 (%2 UTC)</translation>
    </message>
</context>
<context>
    <name>SandboxesPane</name>
    <message>
        <source>Process isolation</source>
        <translation>Isolierung</translation>
    </message>
    <message>
        <source>What is and is not enforced</source>
        <translation>Was durchgesetzt wird und was nicht</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>Aktualisieren</translation>
    </message>
    <message>
        <source>New sandbox</source>
        <translation>Neue Sandbox</translation>
    </message>
    <message>
        <source>New sandbox…</source>
        <translation>Neue Sandbox…</translation>
    </message>
    <message>
        <source>Copy diagnostics</source>
        <translation>Diagnose kopieren</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>%1 entfernen</translation>
    </message>
    <message>
        <source>Add connection…</source>
        <translation>Verbindung hinzufügen…</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>Noch einmal</translation>
    </message>
    <message>
        <source>Try now</source>
        <translation>Jetzt versuchen</translation>
    </message>
    <message>
        <source>Lists are as of %1.</source>
        <translation>Die Listen sind von %1.</translation>
    </message>
    <message>
        <source>Next try in %1 s.</source>
        <translation>Nächster Versuch in %1 s.</translation>
    </message>
    <message>
        <source>Trying now.</source>
        <translation>Versucht es jetzt.</translation>
    </message>
    <message>
        <source>Clear filter (%1 hidden)</source>
        <translation>Filter löschen (%1 ausgeblendet)</translation>
    </message>
    <message>
        <source>No sandboxes yet</source>
        <translation>Noch keine Sandboxes</translation>
    </message>
    <message>
        <source>The runtime is ready. A sandbox is a private place to run code in.</source>
        <translation>Die Laufzeit ist bereit. Eine Sandbox ist ein privater Ort, um Code auszuführen.</translation>
    </message>
    <message>
        <source>Starting the local runtime</source>
        <translation>Die lokale Laufzeit startet</translation>
    </message>
    <message>
        <source>Sandboxes appear here as soon as it answers.</source>
        <translation>Hier erscheinen Sandboxes, sobald sie antwortet.</translation>
    </message>
    <message>
        <source>Nothing matches</source>
        <translation>Nichts passt</translation>
    </message>
    <message numerus="yes">
        <source>%Ln sandbox(es) are hidden by the filter.</source>
        <translation>
            <numerusform>%Ln Sandbox ist vom Filter ausgeblendet.</numerusform>
            <numerusform>%Ln Sandboxes sind vom Filter ausgeblendet.</numerusform>
        </translation>
    </message>
    <message>
        <source>Clear filter</source>
        <translation>Filter löschen</translation>
    </message>
    <message numerus="yes">
        <source>%Ln expire(s) soon</source>
        <translation>
            <numerusform>%Ln läuft bald ab</numerusform>
            <numerusform>%Ln laufen bald ab</numerusform>
        </translation>
    </message>
    <message>
        <source>Updated %1 ago</source>
        <translation>Vor %1 aktualisiert</translation>
    </message>
    <message>
        <source>Connecting to %1</source>
        <translation>Verbindet sich mit %1</translation>
    </message>
    <message>
        <source>Edit %1…</source>
        <translation>%1 bearbeiten…</translation>
    </message>
    <message>
        <source>Change key</source>
        <translation>Schlüssel ändern</translation>
    </message>
</context>
<context>
    <name>SandboxesPart</name>
    <message>
        <source>Sandboxes</source>
        <translation>Sandboxes</translation>
    </message>
    <message>
        <source>The sandbox</source>
        <translation>Die Sandbox</translation>
    </message>
    <message>
        <source>%1 is ready.</source>
        <translation>%1 ist bereit.</translation>
    </message>
    <message>
        <source>Open a notebook</source>
        <translation>Notebook öffnen</translation>
    </message>
    <message>
        <source>%1 was not created. %2</source>
        <translation>%1 wurde nicht angelegt. %2</translation>
    </message>
    <message>
        <source>%1 is not ready yet. Try again in a moment.</source>
        <translation>%1 ist noch nicht bereit. Gleich noch einmal versuchen.</translation>
    </message>
    <message>
        <source>Metrics</source>
        <translation>Messwerte</translation>
    </message>
    <message>
        <source>Select a sandbox first.</source>
        <translation>Zuerst eine Sandbox auswählen.</translation>
    </message>
    <message>
        <source>%1 is paused.</source>
        <translation>%1 ist angehalten.</translation>
    </message>
    <message>
        <source>Only a paused sandbox can be resumed.</source>
        <translation>Nur eine angehaltene Sandbox lässt sich fortsetzen.</translation>
    </message>
    <message>
        <source>No server has been added yet.</source>
        <translation>Noch ist kein Server hinzugefügt.</translation>
    </message>
    <message>
        <source>%1 ends with the program, and its files with it.</source>
        <translation>%1 endet mit dem Programm, und seine Dateien mit ihm.</translation>
    </message>
    <message>
        <source>Sandboxes end with the program, and their files with them: %1.</source>
        <translation>Sandboxes enden mit dem Programm, und ihre Dateien mit ihnen: %1.</translation>
    </message>
</context>
<context>
    <name>SandboxesStatus</name>
    <message>
        <source>Sandboxes</source>
        <translation>Sandboxes</translation>
    </message>
    <message>
        <source>, expires in %1</source>
        <translation>, läuft in %1 ab</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>Expires in %1</source>
        <translation>Läuft ab in %1</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>unbegrenzt</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>%1 %   Memory %2</source>
        <translation>%1 %   Speicher %2</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Renew %1 by 1 hour</source>
        <translation>%1 um 1 Stunde verlängern</translation>
    </message>
    <message>
        <source>until %1</source>
        <translation>bis %1</translation>
    </message>
    <message>
        <source>Renew %1 until…</source>
        <translation>%1 verlängern bis…</translation>
    </message>
    <message>
        <source>Resume %1</source>
        <translation>%1 fortsetzen</translation>
    </message>
    <message>
        <source>Pause %1</source>
        <translation>%1 anhalten</translation>
    </message>
    <message>
        <source>its processes stop until it is resumed</source>
        <translation>ihre Prozesse stehen, bis sie fortgesetzt wird</translation>
    </message>
    <message>
        <source>holds %1 until it is resumed</source>
        <translation>hält %1 an, bis sie fortgesetzt wird</translation>
    </message>
    <message>
        <source>Kill %1…</source>
        <translation>%1 beenden…</translation>
    </message>
    <message>
        <source>its files go with it</source>
        <translation>ihre Dateien gehen mit ihr</translation>
    </message>
    <message>
        <source>its files and %1 go with it</source>
        <translation>ihre Dateien und %1 gehen mit ihr</translation>
    </message>
</context>
<context>
    <name>SandboxesView</name>
    <message>
        <source>Sandboxes</source>
        <translation>Sandboxes</translation>
    </message>
</context>
<context>
    <name>SealedDocument</name>
    <message>
        <source>%1 is not shown: the cell has no such picture</source>
        <translation>%1 wird nicht gezeigt: Die Zelle hat kein solches Bild</translation>
    </message>
    <message>
        <source>The picture cannot be read</source>
        <translation>Das Bild kann nicht gelesen werden</translation>
    </message>
</context>
<context>
    <name>SearchField</name>
    <message>
        <source>Clear</source>
        <translation>Leeren</translation>
    </message>
</context>
<context>
    <name>SessionTargets</name>
    <message>
        <source>%1 is not ready yet. Try again in a moment.</source>
        <translation>%1 ist noch nicht bereit. Gleich noch einmal versuchen.</translation>
    </message>
    <message>
        <source>It was cancelled.</source>
        <translation>Es wurde abgebrochen.</translation>
    </message>
    <message>
        <source>%1 is not there.</source>
        <translation>%1 ist nicht da.</translation>
    </message>
    <message>
        <source>It was made over a connection that is not set up here. Add the connection, or choose another sandbox.</source>
        <translation>Sie entstand über eine Verbindung, die hier nicht eingerichtet ist. Die Verbindung hinzufügen oder eine andere Sandbox wählen.</translation>
    </message>
</context>
<context>
    <name>ShortcutSheet</name>
    <message>
        <source>Command mode</source>
        <translation>Befehlsmodus</translation>
    </message>
    <message>
        <source>Edit the cell</source>
        <translation>Zelle bearbeiten</translation>
    </message>
    <message>
        <source>Insert a cell above</source>
        <translation>Zelle darüber einfügen</translation>
    </message>
    <message>
        <source>Insert a cell below</source>
        <translation>Zelle darunter einfügen</translation>
    </message>
    <message>
        <source>Delete the cell</source>
        <translation>Zelle löschen</translation>
    </message>
    <message>
        <source>Cut, copy, paste cells</source>
        <translation>Zellen ausschneiden, kopieren, einfügen</translation>
    </message>
    <message>
        <source>Undo a change of cells</source>
        <translation>Änderung an Zellen rückgängig</translation>
    </message>
    <message>
        <source>Make it code, text</source>
        <translation>Zu Code, zu Text machen</translation>
    </message>
    <message>
        <source>Next, previous cell</source>
        <translation>Nächste, vorige Zelle</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>Menü</translation>
    </message>
    <message>
        <source> or </source>
        <translation> oder </translation>
    </message>
    <message>
        <source>Notebook, command mode</source>
        <translation>Notebook, Befehlsmodus</translation>
    </message>
    <message>
        <source>Action or key</source>
        <translation>Befehl oder Taste</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
</context>
<context>
    <name>StartPage</name>
    <message>
        <source>Create</source>
        <translation>Anlegen</translation>
    </message>
    <message>
        <source>Create: %1</source>
        <translation>Anlegen: %1</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>Run something</source>
        <translation>Etwas ausführen</translation>
    </message>
    <message>
        <source>Everything here works on this computer. No server, account or container engine is needed.</source>
        <translation>Alles hier läuft auf diesem Rechner. Kein Server, kein Konto und keine Container nötig.</translation>
    </message>
    <message>
        <source>Python notebook</source>
        <translation>Python-Notebook</translation>
    </message>
    <message>
        <source>Python with numpy, pandas and matplotlib. Opens a new notebook in it.</source>
        <translation>Python mit numpy, pandas und matplotlib. Öffnet ein neues Notebook darin.</translation>
    </message>
    <message>
        <source>Multi-language</source>
        <translation>Mehrsprachig</translation>
    </message>
    <message>
        <source>Shell</source>
        <translation>Shell</translation>
    </message>
    <message>
        <source>Bash cells in a clean, private home. Network off.</source>
        <translation>Bash-Zellen mit sauberem, privatem Ordner. Ohne Netz.</translation>
    </message>
    <message>
        <source>Learn by running</source>
        <translation>Lernen durch Ausführen</translation>
    </message>
    <message>
        <source>Welcome to the Workbench</source>
        <translation>Willkommen in der Workbench</translation>
    </message>
    <message>
        <source>A tour that runs: Python and Bash cells, a plot, a table, a progress bar.</source>
        <translation>Ein Rundgang, der läuft: Python- und Bash-Zellen, ein Diagramm, eine Tabelle, ein Fortschrittsbalken.</translation>
    </message>
    <message>
        <source>Plots, tables and long output</source>
        <translation>Diagramme, Tabellen und lange Ausgaben</translation>
    </message>
    <message>
        <source>What the notebook draws, and how it treats more text than anybody can read.</source>
        <translation>Was das Notebook zeichnet, und wie es mit mehr Text umgeht, als irgendwer lesen kann.</translation>
    </message>
    <message>
        <source>When things go wrong</source>
        <translation>Wenn etwas schiefgeht</translation>
    </message>
    <message>
        <source>Break things on purpose and watch what is kept.</source>
        <translation>Mit Absicht etwas kaputt machen und sehen, was bleibt.</translation>
    </message>
    <message>
        <source>Use a server you have</source>
        <translation>Einen vorhandenen Server benutzen</translation>
    </message>
    <message>
        <source>Connect to an OpenSandbox server on Docker or Kubernetes. Keys are kept in the system keyring.</source>
        <translation>Mit einem OpenSandbox-Server auf Docker oder Kubernetes verbinden. Schlüssel bleiben im Schlüsselbund des Systems.</translation>
    </message>
    <message>
        <source>Add connection</source>
        <translation>Verbindung hinzufügen</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>New notebook</source>
        <translation>Neues Notebook</translation>
    </message>
    <message>
        <source>Open file</source>
        <translation>Datei öffnen</translation>
    </message>
    <message>
        <source>Or drop an .ipynb file on this window.</source>
        <translation>Oder eine .ipynb-Datei auf diesem Fenster ablegen.</translation>
    </message>
    <message>
        <source>Show at start</source>
        <translation>Beim Start zeigen</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Preferences</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Version %1</source>
        <translation>Version %1</translation>
    </message>
    <message>
        <source>One notebook, a context for each language that is installed.</source>
        <translation>Ein Notebook, ein Kontext für jede installierte Sprache.</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>Übernehmen</translation>
    </message>
    <message>
        <source>Import the connection of osb</source>
        <translation>Die Verbindung von osb übernehmen</translation>
    </message>
</context>
<context>
    <name>StartSandbox</name>
    <message>
        <source>Sandbox &apos;%1&apos; was not found.</source>
        <translation>Die Sandbox „%1“ wurde nicht gefunden.</translation>
    </message>
    <message>
        <source>There is no sandbox &apos;%1&apos; on %2.</source>
        <translation>Es gibt keine Sandbox „%1“ auf %2.</translation>
    </message>
    <message>
        <source>, </source>
        <translation>, </translation>
    </message>
    <message>
        <source>Choose one in the Sandboxes list, or make a new one.</source>
        <translation>In der Liste der Sandboxes eine wählen, oder eine neue anlegen.</translation>
    </message>
    <message>
        <source>%1 does not answer; the sandbox opens as soon as it is found there.</source>
        <translation>%1 antwortet nicht; die Sandbox öffnet sich, sobald sie dort gefunden wird.</translation>
    </message>
</context>
<context>
    <name>StatusBar</name>
    <message>
        <source>Status bar</source>
        <translation>Statusleiste</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
</context>
<context>
    <name>StreamArea</name>
    <message>
        <source>Output text</source>
        <translation>Text der Ausgabe</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>Alles auswählen</translation>
    </message>
</context>
<context>
    <name>StreamViewer</name>
    <message>
        <source>Find in output</source>
        <translation>In der Ausgabe suchen</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Wrap lines</source>
        <translation>Zeilen umbrechen</translation>
    </message>
    <message>
        <source>Go to the end</source>
        <translation>Zum Ende</translation>
    </message>
    <message>
        <source>Copy all</source>
        <translation>Alles kopieren</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>Speichern unter…</translation>
    </message>
    <message>
        <source>Save output</source>
        <translation>Ausgabe speichern</translation>
    </message>
    <message>
        <source>%1 was not written. %2.</source>
        <translation>%1 wurde nicht geschrieben. %2.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln new line(s)</source>
        <translation>
            <numerusform>%Ln neue Zeile</numerusform>
            <numerusform>%Ln neue Zeilen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TableBlock</name>
    <message>
        <source>Copy table</source>
        <translation>Tabelle kopieren</translation>
    </message>
    <message>
        <source>Copy table as CSV</source>
        <translation>Tabelle als CSV kopieren</translation>
    </message>
    <message>
        <source>Open as table (%L1 rows)</source>
        <translation>Als Tabelle öffnen (%L1 Zeilen)</translation>
    </message>
    <message>
        <source>Show the columns further right</source>
        <translation>Spalten weiter rechts zeigen</translation>
    </message>
    <message>
        <source>Show the columns further left</source>
        <translation>Spalten weiter links zeigen</translation>
    </message>
</context>
<context>
    <name>TextBlock</name>
    <message>
        <source>Long lines, %1 in all</source>
        <translation>Lange Zeilen, zusammen %1</translation>
    </message>
    <message>
        <source>%L1 lines between, %2</source>
        <translation>%L1 Zeilen dazwischen, %2</translation>
    </message>
    <message>
        <source>Collapse</source>
        <translation>Einklappen</translation>
    </message>
    <message>
        <source>Open in tab</source>
        <translation>Im Reiter öffnen</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>Alles zeigen</translation>
    </message>
    <message>
        <source>Reads the rest, %1 so far</source>
        <translation>Liest den Rest, bisher %1</translation>
    </message>
    <message>
        <source>%1 (%2 of it lost)</source>
        <translation>%1 (%2 davon verloren)</translation>
    </message>
</context>
<context>
    <name>Toasts</name>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
</context>
<context>
    <name>ToolRow</name>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>Toolbar</source>
        <translation>Werkzeugleiste</translation>
    </message>
</context>
<context>
    <name>TracebackBlock</name>
    <message>
        <source>Cell [%1]</source>
        <translation>Zelle [%1]</translation>
    </message>
    <message>
        <source>%1, line %2</source>
        <translation>%1, Zeile %2</translation>
    </message>
    <message>
        <source> in %1</source>
        <translation> in %1</translation>
    </message>
    <message>
        <source>Fold the traceback</source>
        <translation>Rückverfolgung einklappen</translation>
    </message>
    <message>
        <source>%1 library frames</source>
        <translation>%1 Rahmen aus Bibliotheken</translation>
    </message>
    <message>
        <source>Whole traceback</source>
        <translation>Ganze Rückverfolgung</translation>
    </message>
    <message>
        <source>Show Files</source>
        <translation>Dateien zeigen</translation>
    </message>
    <message>
        <source>Show %1 in Files</source>
        <translation>%1 in den Dateien zeigen</translation>
    </message>
    <message>
        <source>Add a cell that installs %1</source>
        <translation>Eine Zelle einfügen, die %1 installiert</translation>
    </message>
    <message>
        <source>Copy traceback</source>
        <translation>Rückverfolgung kopieren</translation>
    </message>
    <message numerus="yes">
        <source>%n frame(s) in %1</source>
        <translation>
            <numerusform>%n Ebene in %1</numerusform>
            <numerusform>%n Ebenen in %1</numerusform>
        </translation>
    </message>
    <message>
        <source>Exit status %1</source>
        <translation>Exit-Status %1</translation>
    </message>
    <message>
        <source>Show %1</source>
        <translation>%1 zeigen</translation>
    </message>
    <message>
        <source>Go to %1</source>
        <translation>Zu %1 gehen</translation>
    </message>
</context>
<context>
    <name>UnknownBlock</name>
    <message>
        <source>Save as…</source>
        <translation>Speichern unter…</translation>
    </message>
    <message>
        <source>Show as text</source>
        <translation>Als Text zeigen</translation>
    </message>
</context>
<context>
    <name>VariablesPane</name>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Context whose variables are shown</source>
        <translation>Kontext, dessen Variablen gezeigt werden</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Filter the variables</source>
        <translation>Variablen filtern</translation>
    </message>
    <message>
        <source>Variables</source>
        <translation>Variablen</translation>
    </message>
    <message>
        <source>No notebook is open.</source>
        <translation>Kein Notebook ist offen.</translation>
    </message>
    <message>
        <source>The variables of its contexts appear here.</source>
        <translation>Hier erscheinen die Variablen seiner Kontexte.</translation>
    </message>
    <message>
        <source>No sandbox yet.</source>
        <translation>Noch keine Sandbox.</translation>
    </message>
    <message>
        <source>The cell has no sandbox to run in.</source>
        <translation>Die Zelle hat keine Sandbox, in der sie laufen kann.</translation>
    </message>
    <message>
        <source>No variables here.</source>
        <translation>Keine Variablen hier.</translation>
    </message>
    <message>
        <source>This server does not list the variables of %1.</source>
        <translation>Dieser Server nennt die Variablen von %1 nicht.</translation>
    </message>
    <message>
        <source>The variables could not be read.</source>
        <translation>Die Variablen konnten nicht gelesen werden.</translation>
    </message>
    <message>
        <source>No variables yet.</source>
        <translation>Noch keine Variablen.</translation>
    </message>
    <message>
        <source>They appear after the first run in %1.</source>
        <translation>Sie erscheinen nach dem ersten Lauf in %1.</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 min</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>%1 h</translation>
    </message>
    <message>
        <source>Busy. Values from %1 ago</source>
        <translation>Beschäftigt. Werte von vor %1</translation>
    </message>
    <message>
        <source>Values from %1 ago</source>
        <translation>Werte von vor %1</translation>
    </message>
    <message>
        <source>Busy</source>
        <translation>Beschäftigt</translation>
    </message>
    <message>
        <source>%L1</source>
        <translation>%L1</translation>
    </message>
    <message>
        <source>The variables are gone.</source>
        <translation>Die Variablen sind verloren.</translation>
    </message>
    <message>
        <source>The context ended. The next run in %1 starts with none.</source>
        <translation>Der Kontext ist beendet. Der nächste Lauf in %1 beginnt ohne Variablen.</translation>
    </message>
    <message>
        <source>%L1 of %L2</source>
        <translation>%L1 von %L2</translation>
    </message>
    <message>
        <source>%L1 of more than %L2</source>
        <translation>%L1 von mehr als %L2</translation>
    </message>
    <message>
        <source>Size or value</source>
        <translation>Größe oder Wert</translation>
    </message>
</context>
</TS>
