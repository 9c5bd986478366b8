<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>AboutWindow</name>
    <message>
        <source>About Mergescope</source>
        <translation>Über Mergescope</translation>
    </message>
    <message>
        <source>Bundled, and not ours</source>
        <translation>Beigelegt, von anderen</translation>
    </message>
    <message>
        <source>Libraries</source>
        <translation>Bibliotheken</translation>
    </message>
    <message>
        <source>See how text becomes tokens. Nothing is sent anywhere; only a download that you ask for.</source>
        <translation>Sehen, wie aus Text Token werden. Nichts wird irgendwohin gesendet; nur ein Download, um den man bittet.</translation>
    </message>
</context>
<context>
    <name>AuditView</name>
    <message>
        <source>Copy this audit as text</source>
        <translation>Diesen Nachweis als Text kopieren</translation>
    </message>
    <message>
        <source>Close the audit</source>
        <translation>Nachweis schließen</translation>
    </message>
    <message>
        <source>The unit before</source>
        <translation>Die Einheit davor</translation>
    </message>
    <message>
        <source>The next unit</source>
        <translation>Die nächste Einheit</translation>
    </message>
    <message>
        <source>This cell is not counted yet.</source>
        <translation>Diese Zelle ist noch nicht gezählt.</translation>
    </message>
    <message>
        <source>no number</source>
        <translation>keine Zahl</translation>
    </message>
    <message>
        <source>95 %: {0}</source>
        <translation>95 %: {0}</translation>
    </message>
    <message>
        <source>95 % interval of a bootstrap over the units</source>
        <translation>95-%-Intervall eines Bootstraps über die Einheiten</translation>
    </message>
    <message>
        <source>{0:,} of {1:,}</source>
        <translation>{0:,} von {1:,}</translation>
    </message>
</context>
<context>
    <name>BalanceRow</name>
    <message>
        <source>Balance of the texts</source>
        <translation>Gewichtung der Texte</translation>
    </message>
    <message>
        <source>Check two texts or more in the corpus to weigh them against each other.</source>
        <translation>Zwei oder mehr Texte im Korpus ankreuzen, um sie gegeneinander zu gewichten.</translation>
    </message>
    <message>
        <source>Each move trains again; the run before is the dashed line.</source>
        <translation>Jede Bewegung trainiert neu; der vorige Lauf ist die gestrichelte Linie.</translation>
    </message>
    <message>
        <source>These texts are large: press Train after moving a weight.</source>
        <translation>Diese Texte sind groß: nach dem Verschieben eines Gewichts „Trainieren“ drücken.</translation>
    </message>
</context>
<context>
    <name>BlankScreen</name>
    <message>
        <source>Blank screen; any key shows the stage again</source>
        <translation>Leerer Bildschirm; jede Taste zeigt die Bühne wieder</translation>
    </message>
</context>
<context>
    <name>ChipCloud</name>
    <message>
        <source>and {:,} more</source>
        <translation>und {:,} weitere</translation>
    </message>
</context>
<context>
    <name>ClosableRow</name>
    <message>
        <source>Close (Esc)</source>
        <translation>Schließen (Esc)</translation>
    </message>
</context>
<context>
    <name>CommandPalette</name>
    <message>
        <source>What to do: a few letters of it</source>
        <translation>Was zu tun ist: ein paar Buchstaben davon</translation>
    </message>
    <message>
        <source>Search the commands</source>
        <translation>Befehle durchsuchen</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
</context>
<context>
    <name>CompareRow</name>
    <message>
        <source>Compared with</source>
        <translation>Verglichen mit</translation>
    </message>
    <message>
        <source>The earlier run whose curves are dashed</source>
        <translation>Der frühere Lauf, dessen Kurven gestrichelt sind</translation>
    </message>
    <message>
        <source>First difference</source>
        <translation>Erster Unterschied</translation>
    </message>
    <message>
        <source>To the first step that is not the same (D)</source>
        <translation>Zum ersten Schritt, der nicht gleich ist (D)</translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation>Nebeneinander</translation>
    </message>
    <message>
        <source>Show both runs side by side (S)</source>
        <translation>Beide Läufe nebeneinander zeigen (S)</translation>
    </message>
    <message>
        <source>Back to it</source>
        <translation>Zurück zu ihm</translation>
    </message>
    <message>
        <source>Show that run again, and compare it</source>
        <translation>Jenen Lauf wieder zeigen und vergleichen</translation>
    </message>
    <message>
        <source>no other run</source>
        <translation>kein anderer Lauf</translation>
    </message>
</context>
<context>
    <name>ComparisonGrid</name>
    <message>
        <source>{}, step {:,}</source>
        <translation>{}, Schritt {:,}</translation>
    </message>
    <message>
        <source>Not counted yet.</source>
        <translation>Noch nicht gezählt.</translation>
    </message>
    <message>
        <source>Counted where the timeline rests.</source>
        <translation>Gezählt wird, wo die Zeitleiste steht.</translation>
    </message>
    <message>
        <source>95 % interval {}, bootstrap over {}.</source>
        <translation>95-%-Intervall {}, Bootstrap über {}.</translation>
    </message>
    <message>
        <source>{}, step {}</source>
        <translation>{}, Schritt {}</translation>
    </message>
</context>
<context>
    <name>CorpusFacts</name>
    <message>
        <source>In training</source>
        <translation>Im Training</translation>
    </message>
    <message>
        <source>Most frequent pre-tokens</source>
        <translation>Häufigste Pre-Token</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>Vorschau</translation>
    </message>
</context>
<context>
    <name>CorpusLibrary</name>
    <message>
        <source>{} texts</source>
        <translation>{} Texte</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>There is no text to paste. Copy some text first.</source>
        <translation>Es gibt keinen Text zum Einfügen. Zuerst einen Text kopieren.</translation>
    </message>
    <message>
        <source>Pasted text {}</source>
        <translation>Eingefügter Text {}</translation>
    </message>
</context>
<context>
    <name>CorpusPane</name>
    <message>
        <source>Add text</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Add files, a folder, or a text</source>
        <translation>Dateien, einen Ordner oder einen Text hinzufügen</translation>
    </message>
    <message>
        <source>Files...</source>
        <translation>Dateien ...</translation>
    </message>
    <message>
        <source>Folder...</source>
        <translation>Ordner ...</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>Einfügen</translation>
    </message>
    <message>
        <source>Add a folder</source>
        <translation>Einen Ordner hinzufügen</translation>
    </message>
    <message>
        <source>Undo the last change of the corpus (Ctrl+Z)</source>
        <translation>Die letzte Änderung am Korpus rückgängig machen (Strg+Z)</translation>
    </message>
    <message>
        <source>Add files...</source>
        <translation>Dateien hinzufügen ...</translation>
    </message>
    <message>
        <source>No text yet</source>
        <translation>Noch kein Text</translation>
    </message>
    <message>
        <source>Drop files or folders here, paste a text, or take a sample.</source>
        <translation>Dateien oder Ordner hier ablegen, einen Text einfügen oder ein Beispiel nehmen.</translation>
    </message>
    <message>
        <source>Add texts</source>
        <translation>Texte hinzufügen</translation>
    </message>
    <message>
        <source>Add all texts of a folder</source>
        <translation>Alle Texte eines Ordners hinzufügen</translation>
    </message>
    <message>
        <source>Reading {:,} of {:,} texts</source>
        <translation>Lese {:,} von {:,} Texten</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>Lese</translation>
    </message>
    <message>
        <source>Counting</source>
        <translation>Zähle</translation>
    </message>
</context>
<context>
    <name>CountedTheatre</name>
    <message>
        <source>{:,} different word is counted</source>
        <translation>{:,} verschiedenes Wort ist gezählt</translation>
    </message>
    <message>
        <source>{:,} different words are counted</source>
        <translation>{:,} verschiedene Wörter sind gezählt</translation>
    </message>
    <message>
        <source>The first step comes next.</source>
        <translation>Als Nächstes kommt der erste Schritt.</translation>
    </message>
    <message>
        <source>Stopped before the first step: nothing is learned.</source>
        <translation>Vor dem ersten Schritt angehalten: Nichts ist gelernt.</translation>
    </message>
    <message>
        <source>as bytes, with which learning begins</source>
        <translation>als Bytes, mit denen das Lernen beginnt</translation>
    </message>
    <message>
        <source>as characters</source>
        <translation>als Zeichen</translation>
    </message>
    <message>
        <source>The most frequent words</source>
        <translation>Die häufigsten Wörter</translation>
    </message>
</context>
<context>
    <name>CurvePlot</name>
    <message>
        <source>nothing above 0 to show</source>
        <translation>nichts über 0 zu zeigen</translation>
    </message>
    <message>
        <source>{:,} token with count 0</source>
        <translation>{:,} Token mit Anzahl 0</translation>
    </message>
    <message>
        <source>{:,} tokens with count 0</source>
        <translation>{:,} Token mit Anzahl 0</translation>
    </message>
    <message>
        <source>{:,} step with count 0</source>
        <translation>{:,} Schritt mit Anzahl 0</translation>
    </message>
    <message>
        <source>{:,} steps with count 0</source>
        <translation>{:,} Schritte mit Anzahl 0</translation>
    </message>
</context>
<context>
    <name>CutPicture</name>
    <message>
        <source>Tokens at the cut</source>
        <translation>Token am Schnitt</translation>
    </message>
    <message>
        <source>Whole: {}. Parts: {}, cut, {}.</source>
        <translation>Ganzes: {}. Teile: {}, Schnitt, {}.</translation>
    </message>
    <message>
        <source>Whole</source>
        <translation>Ganzes</translation>
    </message>
    <message>
        <source>Parts</source>
        <translation>Teile</translation>
    </message>
</context>
<context>
    <name>DockTitle</name>
    <message>
        <source>Show {} alone, and back</source>
        <translation>{} allein zeigen, und zurück</translation>
    </message>
    <message>
        <source>A window of its own, and back</source>
        <translation>Als eigenes Fenster, und zurück</translation>
    </message>
    <message>
        <source>Close {}</source>
        <translation>{} schließen</translation>
    </message>
</context>
<context>
    <name>DownloadSheet</name>
    <message>
        <source>Get a tokenizer by name</source>
        <translation>Einen Tokenizer nach Namen holen</translation>
    </message>
    <message>
        <source>Qwen/Qwen3-0.6B, p50k_base, ...</source>
        <translation>Qwen/Qwen3-0.6B, p50k_base, ...</translation>
    </message>
    <message>
        <source>Name of a tokenizer</source>
        <translation>Name eines Tokenizers</translation>
    </message>
    <message>
        <source>Test the connection</source>
        <translation>Verbindung prüfen</translation>
    </message>
    <message>
        <source>Asks the server how large the file is, for 5 seconds at most; nothing is kept</source>
        <translation>Fragt den Server, wie groß die Datei ist, höchstens 5 Sekunden lang; nichts wird behalten</translation>
    </message>
    <message>
        <source>Get it</source>
        <translation>Holen</translation>
    </message>
    <message>
        <source>Downloads one file over TLS, checks its hash, and takes it into the shelf</source>
        <translation>Lädt eine Datei über TLS, prüft ihren Hash und nimmt sie ins Regal</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>A repository of huggingface.co that has a tokenizer.json, or an encoding that OpenAI publishes. Only the name is sent. What is fetched stays on this computer and works without a network.</source>
        <translation>Ein Repository von huggingface.co mit einer tokenizer.json oder eine Kodierung, die OpenAI veröffentlicht. Nur der Name wird gesendet. Was geholt wird, bleibt auf diesem Rechner und läuft ohne Netz.</translation>
    </message>
    <message>
        <source>Asking the server</source>
        <translation>Frage den Server</translation>
    </message>
    <message>
        <source> of {:,.1f} MB</source>
        <translation> von {:,.1f} MB</translation>
    </message>
    <message>
        <source>Fetching {}</source>
        <translation>Hole {}</translation>
    </message>
</context>
<context>
    <name>EmptyTheatre</name>
    <message>
        <source>Train</source>
        <translation>Trainieren</translation>
    </message>
    <message>
        <source>Open tokenizer...</source>
        <translation>Tokenizer öffnen ...</translation>
    </message>
    <message>
        <source>Learning begins in a moment</source>
        <translation>Gleich beginnt das Lernen</translation>
    </message>
    <message>
        <source>On a first start the compiled loops are prepared before it.</source>
        <translation>Beim ersten Start werden davor die kompilierten Schleifen vorbereitet.</translation>
    </message>
    <message>
        <source>Nothing learned yet</source>
        <translation>Noch nichts gelernt</translation>
    </message>
    <message>
        <source>Train on the checked texts, or open a tokenizer to look inside.</source>
        <translation>Mit den angekreuzten Texten trainieren oder einen Tokenizer öffnen, um hineinzusehen.</translation>
    </message>
</context>
<context>
    <name>Equation</name>
    <message>
        <source>Merge</source>
        <translation>Merge</translation>
    </message>
    <message>
        <source>step {:,}</source>
        <translation>Schritt {:,}</translation>
    </message>
</context>
<context>
    <name>ExplainLattice</name>
    <message>
        <source>Lattice of pieces</source>
        <translation>Gitter der Stücke</translation>
    </message>
</context>
<context>
    <name>ExplainPanel</name>
    <message>
        <source>Explain</source>
        <translation>Erklären</translation>
    </message>
    <message>
        <source>Before the first merge</source>
        <translation>Vor dem ersten Merge</translation>
    </message>
    <message>
        <source>One merge back</source>
        <translation>Einen Merge zurück</translation>
    </message>
    <message>
        <source>One merge on</source>
        <translation>Einen Merge weiter</translation>
    </message>
    <message>
        <source>After the last merge</source>
        <translation>Nach dem letzten Merge</translation>
    </message>
    <message>
        <source>How much chance may do</source>
        <translation>Wie viel der Zufall darf</translation>
    </message>
    <message>
        <source>Dropout</source>
        <translation>Dropout</translation>
    </message>
    <message>
        <source>found</source>
        <translation>gefunden</translation>
    </message>
    <message>
        <source>not there</source>
        <translation>nicht da</translation>
    </message>
    <message>
        <source>Try</source>
        <translation>Versuch</translation>
    </message>
    <message>
        <source>Looked up, the longest first</source>
        <translation>Nachgeschlagen, das längste zuerst</translation>
    </message>
    <message>
        <source>nothing is left to try: the whole word</source>
        <translation>nichts bleibt zu versuchen: das ganze Wort</translation>
    </message>
    <message>
        <source>Merge</source>
        <translation>Merge</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rang</translation>
    </message>
    <message>
        <source>Left to right</source>
        <translation>Von links nach rechts</translation>
    </message>
    <message>
        <source>The likeliest ways</source>
        <translation>Die wahrscheinlichsten Wege</translation>
    </message>
    <message>
        <source>Log probability</source>
        <translation>Log-Wahrscheinlichkeit</translation>
    </message>
    <message>
        <source>Sample</source>
        <translation>Ziehen</translation>
    </message>
    <message>
        <source>Draw another way to cut it, at this temperature: higher evens out</source>
        <translation>Eine andere Zerlegung ziehen, bei dieser Temperatur: höher gleicht aus</translation>
    </message>
    <message>
        <source>Cut it again; each possible merge is passed over with this probability</source>
        <translation>Noch einmal zerlegen; jeder mögliche Merge wird mit dieser Wahrscheinlichkeit übergangen</translation>
    </message>
    <message>
        <source>Draw {}</source>
        <translation>Zug {}</translation>
    </message>
</context>
<context>
    <name>ExplainTree</name>
    <message>
        <source>Merges of the pre-token</source>
        <translation>Merges des Pre-Tokens</translation>
    </message>
</context>
<context>
    <name>ExportButton</name>
    <message>
        <source>Export the table or the picture</source>
        <translation>Die Tabelle oder das Bild exportieren</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
</context>
<context>
    <name>FileCommands</name>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Open the folder of a tokenizer</source>
        <translation>Den Ordner eines Tokenizers öffnen</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>Sitzungen</translation>
    </message>
    <message>
        <source>Save the session</source>
        <translation>Sitzung speichern</translation>
    </message>
    <message>
        <source>Save the tokenizer</source>
        <translation>Tokenizer speichern</translation>
    </message>
    <message>
        <source>Write a report</source>
        <translation>Bericht schreiben</translation>
    </message>
    <message>
        <source>Web pages</source>
        <translation>Webseiten</translation>
    </message>
</context>
<context>
    <name>FilmSheet</name>
    <message>
        <source>Export the timeline</source>
        <translation>Zeitleiste exportieren</translation>
    </message>
    <message>
        <source>First step</source>
        <translation>Erster Schritt</translation>
    </message>
    <message>
        <source>Last step</source>
        <translation>Letzter Schritt</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>Save as...</source>
        <translation>Speichern unter ...</translation>
    </message>
    <message>
        <source>to</source>
        <translation>bis</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Export the timeline as a film</source>
        <translation>Die Zeitleiste als Film exportieren</translation>
    </message>
    <message>
        <source>{:,} steps, {:,} frames, {:,.0f} seconds.</source>
        <translation>{:,} Schritte, {:,} Bilder, {:,.0f} Sekunden.</translation>
    </message>
    <message>
        <source>That is more than {:,} frames: take fewer steps or a higher speed.</source>
        <translation>Das sind mehr als {:,} Bilder: weniger Schritte oder ein höheres Tempo nehmen.</translation>
    </message>
    <message>
        <source>Frame {:,} of {:,}</source>
        <translation>Bild {:,} von {:,}</translation>
    </message>
    <message>
        <source>The window can be used meanwhile.</source>
        <translation>Das Fenster lässt sich währenddessen benutzen.</translation>
    </message>
</context>
<context>
    <name>FolderRow</name>
    <message>
        <source>Files of a folder</source>
        <translation>Dateien eines Ordners</translation>
    </message>
    <message>
        <source>Which files are taken</source>
        <translation>Welche Dateien genommen werden</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>{:,} file</source>
        <translation>{:,} Datei</translation>
    </message>
    <message>
        <source>{:,} files</source>
        <translation>{:,} Dateien</translation>
    </message>
    <message>
        <source>{}/: {} so far</source>
        <translation>{}/: bisher {}</translation>
    </message>
    <message>
        <source>{}/: {}; take</source>
        <translation>{}/: {}; nimm</translation>
    </message>
    <message>
        <source>{:,} of them</source>
        <translation>{:,} davon</translation>
    </message>
    <message>
        <source>Patterns with * and ?, separated by blanks; !draft* takes out again, letters/*.txt looks at folders too.</source>
        <translation>Muster mit * und ?, durch Leerzeichen getrennt; !entwurf* nimmt wieder heraus, briefe/*.txt sieht auch auf Ordner.</translation>
    </message>
</context>
<context>
    <name>FrequencyBars</name>
    <message>
        <source>Most frequent pre-tokens: {}</source>
        <translation>Häufigste Pre-Token: {}</translation>
    </message>
</context>
<context>
    <name>GhostKey</name>
    <message>
        <source>Dashed line: {}</source>
        <translation>Gestrichelte Linie: {}</translation>
    </message>
</context>
<context>
    <name>GlossaryList</name>
    <message>
        <source>Words explained</source>
        <translation>Wörter erklärt</translation>
    </message>
    <message>
        <source>Look for a word</source>
        <translation>Ein Wort suchen</translation>
    </message>
    <message>
        <source>No word here contains that.</source>
        <translation>Kein Wort hier enthält das.</translation>
    </message>
</context>
<context>
    <name>GuessPanel</name>
    <message>
        <source>Reveal</source>
        <translation>Aufdecken</translation>
    </message>
    <message>
        <source>Hide counts</source>
        <translation>Anzahlen verbergen</translation>
    </message>
    <message>
        <source>Show or hide the counts (H)</source>
        <translation>Anzahlen zeigen oder verbergen (H)</translation>
    </message>
    <message>
        <source>Guess</source>
        <translation>Raten</translation>
    </message>
    <message>
        <source>Which pair merges next?</source>
        <translation>Welches Paar verschmilzt als nächstes?</translation>
    </message>
    <message>
        <source>1 to {} guess, Enter reveals</source>
        <translation>1 bis {} rät, Eingabe deckt auf</translation>
    </message>
    <message>
        <source>Right.</source>
        <translation>Richtig.</translation>
    </message>
    <message>
        <source>No, another pair.</source>
        <translation>Nein, ein anderes Paar.</translation>
    </message>
    <message>
        <source>This is the pair.</source>
        <translation>Das ist das Paar.</translation>
    </message>
    <message>
        <source>Enter asks for the next</source>
        <translation>Eingabe fragt nach dem nächsten</translation>
    </message>
    <message>
        <source>Next question</source>
        <translation>Nächste Frage</translation>
    </message>
</context>
<context>
    <name>HeatLegend</name>
    <message>
        <source>Colours of the map</source>
        <translation>Farben der Karte</translation>
    </message>
    <message>
        <source>more than 2 % unknown</source>
        <translation>mehr als 2 % unbekannt</translation>
    </message>
    <message>
        <source>letters lost</source>
        <translation>Buchstaben verloren</translation>
    </message>
    <message>
        <source>cannot be written</source>
        <translation>nicht schreibbar</translation>
    </message>
</context>
<context>
    <name>HeatMap</name>
    <message>
        <source>Languages and tokenizers</source>
        <translation>Sprachen und Tokenizer</translation>
    </message>
    <message>
        <source>Let {0} go</source>
        <translation>{0} lösen</translation>
    </message>
    <message>
        <source>Keep {0} on top</source>
        <translation>{0} oben halten</translation>
    </message>
    <message>
        <source>Sort by {0}</source>
        <translation>Nach {0} sortieren</translation>
    </message>
</context>
<context>
    <name>HeatTable</name>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Script</source>
        <translation>Schrift</translation>
    </message>
</context>
<context>
    <name>IdsRow</name>
    <message>
        <source>Ids, with blanks or commas between: 15496 995</source>
        <translation>IDs, mit Leerzeichen oder Kommas dazwischen: 15496 995</translation>
    </message>
    <message>
        <source>Ids to decode</source>
        <translation>IDs zum Dekodieren</translation>
    </message>
    <message>
        <source>Strict</source>
        <translation>Streng</translation>
    </message>
    <message>
        <source>Take nothing that is not exactly what the ids say</source>
        <translation>Nichts annehmen, was nicht genau das ist, was die IDs sagen</translation>
    </message>
    <message>
        <source>Use as text</source>
        <translation>Als Text nehmen</translation>
    </message>
    <message>
        <source>These are {:,} ids; up to {:,} are decoded here.</source>
        <translation>Das sind {:,} IDs; bis zu {:,} werden hier dekodiert.</translation>
    </message>
</context>
<context>
    <name>KeyList</name>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
</context>
<context>
    <name>LanguageList</name>
    <message>
        <source>Search name, code, script or family</source>
        <translation>Name, Code, Schrift oder Familie suchen</translation>
    </message>
    <message>
        <source>Only</source>
        <translation>Nur</translation>
    </message>
    <message>
        <source>List only languages of a family of scripts, a script, or a class of speakers</source>
        <translation>Nur Sprachen einer Schriftfamilie, einer Schrift oder einer Sprecherklasse auflisten</translation>
    </message>
    <message>
        <source>Group rows by</source>
        <translation>Zeilen gruppieren nach</translation>
    </message>
    <message>
        <source>Puts a title above the languages of each group</source>
        <translation>Setzt einen Titel über die Sprachen jeder Gruppe</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>First {0}</source>
        <translation>Erste {0}</translation>
    </message>
    <message>
        <source>all languages</source>
        <translation>alle Sprachen</translation>
    </message>
    <message>
        <source>These {0}</source>
        <translation>Diese {0}</translation>
    </message>
    <message>
        <source>All {0}</source>
        <translation>Alle {0}</translation>
    </message>
    <message>
        <source>No language has &quot;{0}&quot; in its name, code or script.</source>
        <translation>Keine Sprache hat „{0}“ in Name, Code oder Schrift.</translation>
    </message>
    <message>
        <source>Only {0} is looked at.</source>
        <translation>Nur {0} werden durchsucht.</translation>
    </message>
</context>
<context>
    <name>LanguageMenu</name>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>As the system has it</source>
        <translation>Wie im System</translation>
    </message>
    <message>
        <source>From the next start on</source>
        <translation>Ab dem nächsten Start</translation>
    </message>
</context>
<context>
    <name>LanguagePicker</name>
    <message>
        <source>Choose languages</source>
        <translation>Sprachen wählen</translation>
    </message>
    <message>
        <source> {0} of {1}</source>
        <translation> {0} von {1}</translation>
    </message>
    <message>
        <source>Languages, {0} of {1} shown</source>
        <translation>Sprachen, {0} von {1} gezeigt</translation>
    </message>
</context>
<context>
    <name>LanguagesBar</name>
    <message>
        <source>Which parallel text is compared</source>
        <translation>Welcher Paralleltext verglichen wird</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>Maß</translation>
    </message>
    <message>
        <source>Reference</source>
        <translation>Referenz</translation>
    </message>
    <message>
        <source>Price</source>
        <translation>Preis</translation>
    </message>
    <message>
        <source>Edit the prices</source>
        <translation>Preise bearbeiten</translation>
    </message>
    <message>
        <source>Export the table or the picture</source>
        <translation>Die Tabelle oder das Bild exportieren</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Tokens of the context window</source>
        <translation>Token des Kontextfensters</translation>
    </message>
    <message>
        <source>How many tokens the context window holds</source>
        <translation>Wie viele Token das Kontextfenster fasst</translation>
    </message>
    <message>
        <source>none yet</source>
        <translation>noch keiner</translation>
    </message>
    <message>
        <source>No price is built in; type your own</source>
        <translation>Kein Preis ist eingebaut; einen eigenen eintragen</translation>
    </message>
    <message>
        <source>Open a folder with a file for each language...</source>
        <translation>Einen Ordner mit einer Datei je Sprache öffnen ...</translation>
    </message>
    <message>
        <source>Open a table with a column for each language...</source>
        <translation>Eine Tabelle mit einer Spalte je Sprache öffnen ...</translation>
    </message>
    <message>
        <source>Open a folder of texts that are not parallel...</source>
        <translation>Einen Ordner mit Texten öffnen, die nicht parallel sind ...</translation>
    </message>
    <message>
        <source>Text: {0}</source>
        <translation>Text: {0}</translation>
    </message>
</context>
<context>
    <name>LanguagesDetails</name>
    <message>
        <source>While training</source>
        <translation>Während des Trainings</translation>
    </message>
    <message>
        <source>How the premium has changed from step to step</source>
        <translation>Wie sich der Aufschlag von Schritt zu Schritt geändert hat</translation>
    </message>
    <message>
        <source>Bars</source>
        <translation>Balken</translation>
    </message>
    <message>
        <source>The languages of the selected tokenizer as bars, with intervals</source>
        <translation>Die Sprachen des gewählten Tokenizers als Balken, mit Intervallen</translation>
    </message>
    <message>
        <source>95 % interval, log scale</source>
        <translation>95-%-Intervall, logarithmisch</translation>
    </message>
    <message>
        <source>log scale</source>
        <translation>logarithmisch</translation>
    </message>
    <message>
        <source>Gini {:.2f}</source>
        <translation>Gini {:.2f}</translation>
    </message>
    <message>
        <source>tokens ÷ {} tokens</source>
        <translation>Token ÷ Token {}</translation>
    </message>
</context>
<context>
    <name>LanguagesFiles</name>
    <message>
        <source>A folder with one text file for each language</source>
        <translation>Ein Ordner mit einer Textdatei je Sprache</translation>
    </message>
    <message>
        <source>Tables</source>
        <translation>Tabellen</translation>
    </message>
    <message>
        <source>A table with one column for each language</source>
        <translation>Eine Tabelle mit einer Spalte je Sprache</translation>
    </message>
</context>
<context>
    <name>LanguagesPane</name>
    <message>
        <source>Search languages</source>
        <translation>Sprachen suchen</translation>
    </message>
    <message>
        <source>No tokenizer is checked.</source>
        <translation>Kein Tokenizer ist angekreuzt.</translation>
    </message>
    <message>
        <source>Check one or more in the shelf above.</source>
        <translation>Oben im Regal einen oder mehrere ankreuzen.</translation>
    </message>
    <message>
        <source>The comparison starts by itself.</source>
        <translation>Der Vergleich beginnt von selbst.</translation>
    </message>
    <message>
        <source>On a first start the compiled loops are prepared before it.</source>
        <translation>Beim ersten Start werden davor die kompilierten Schleifen vorbereitet.</translation>
    </message>
    <message>
        <source>The comparison begins in a moment</source>
        <translation>Der Vergleich beginnt gleich</translation>
    </message>
    <message>
        <source>The tokenizers are being opened.</source>
        <translation>Die Tokenizer werden geöffnet.</translation>
    </message>
    <message>
        <source>{:,} of {:,} languages shown.</source>
        <translation>{:,} von {:,} Sprachen gezeigt.</translation>
    </message>
    <message>
        <source>These texts do not say the same in all languages, so no premium is offered.</source>
        <translation>Diese Texte sagen nicht in allen Sprachen dasselbe, darum wird kein Aufschlag angeboten.</translation>
    </message>
    <message>
        <source>A page: what 1,800 characters of {0} say.</source>
        <translation>Eine Seite: was 1,800 Zeichen {0} sagen.</translation>
    </message>
    <message>
        <source>Comparing</source>
        <translation>Vergleiche</translation>
    </message>
    <message>
        <source>{:,} of {:,} cells</source>
        <translation>{:,} von {:,} Zellen</translation>
    </message>
</context>
<context>
    <name>LanguagesTable</name>
    <message>
        <source>All numbers of the comparison</source>
        <translation>Alle Zahlen des Vergleichs</translation>
    </message>
    <message>
        <source>Ctrl+C copies the selected rows, or all of them</source>
        <translation>Strg+C kopiert die gewählten Zeilen oder alle</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
</context>
<context>
    <name>LanguagesViews</name>
    <message>
        <source>{:,} entries in its vocabulary.</source>
        <translation>{:,} Einträge in seinem Vokabular.</translation>
    </message>
    <message>
        <source>Gini {:.2f} over the {:,} languages shown.</source>
        <translation>Gini {:.2f} über die {:,} gezeigten Sprachen.</translation>
    </message>
    <message>
        <source>{}{}; a circle is a language, a bar the median</source>
        <translation>{}{}; ein Kreis ist eine Sprache, ein Strich der Median</translation>
    </message>
    <message>
        <source>, log scale</source>
        <translation>, logarithmisch</translation>
    </message>
</context>
<context>
    <name>LegendRow</name>
    <message>
        <source>What the colours mean</source>
        <translation>Was die Farben bedeuten</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Next theme: light, dark, high contrast</source>
        <translation>Nächstes Farbschema: hell, dunkel, hoher Kontrast</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>Every command (Ctrl+K)</source>
        <translation>Alle Befehle (Strg+K)</translation>
    </message>
</context>
<context>
    <name>MergeCurves</name>
    <message>
        <source>Bytes per token</source>
        <translation>Bytes je Token</translation>
    </message>
    <message>
        <source>Count of the winning pair (log)</source>
        <translation>Anzahl des Siegerpaars (log)</translation>
    </message>
    <message>
        <source>Words known (%)</source>
        <translation>Bekannte Wörter (%)</translation>
    </message>
    <message>
        <source>Pairs tied (log)</source>
        <translation>Paare im Gleichstand (log)</translation>
    </message>
    <message>
        <source>this run</source>
        <translation>dieser Lauf</translation>
    </message>
    <message>
        <source>Score of the winning pair, in 10,000 (log)</source>
        <translation>Score des Siegerpaars, in Zehntausendsteln (log)</translation>
    </message>
    <message>
        <source>Score (log)</source>
        <translation>Score (log)</translation>
    </message>
    <message>
        <source>Count of the word (log)</source>
        <translation>Anzahl des Worts (log)</translation>
    </message>
    <message>
        <source>Count (log)</source>
        <translation>Anzahl (log)</translation>
    </message>
    <message>
        <source>Winner (log)</source>
        <translation>Sieger (log)</translation>
    </message>
</context>
<context>
    <name>MergePlayer</name>
    <message>
        <source>This run plays already. Select a tokenizer in the shelf to play its merges.</source>
        <translation>Dieser Lauf spielt schon. Im Regal einen Tokenizer wählen, um seine Merges abzuspielen.</translation>
    </message>
</context>
<context>
    <name>MergeReasons</name>
    <message>
        <source>Show all tied pairs</source>
        <translation>Alle Paare im Gleichstand zeigen</translation>
    </message>
    <message>
        <source>What each rule would choose here</source>
        <translation>Was jede Regel hier wählen würde</translation>
    </message>
    <message>
        <source>Show all {:,} tied pairs</source>
        <translation>Alle {:,} Paare im Gleichstand zeigen</translation>
    </message>
    <message>
        <source>Score {:,} of {:,}</source>
        <translation>Punkte: {:,} von {:,}</translation>
    </message>
</context>
<context>
    <name>MergeTree</name>
    <message>
        <source>Merge tree</source>
        <translation>Merge-Baum</translation>
    </message>
    <message>
        <source>step {:,}: {} become {}</source>
        <translation>Schritt {:,}: aus {} wird {}</translation>
    </message>
    <message>
        <source> and </source>
        <translation> und </translation>
    </message>
    <message>
        <source>step {:,}</source>
        <translation>Schritt {:,}</translation>
    </message>
</context>
<context>
    <name>MessageBar</name>
    <message>
        <source>Details</source>
        <translation>Einzelheiten</translation>
    </message>
    <message>
        <source>Close this message</source>
        <translation>Diese Meldung schließen</translation>
    </message>
    <message>
        <source>{} more</source>
        <translation>{} weitere</translation>
    </message>
</context>
<context>
    <name>NoteField</name>
    <message>
        <source>A note for this step; Enter keeps it</source>
        <translation>Eine Notiz zu diesem Schritt; Eingabe behält sie</translation>
    </message>
    <message>
        <source>Note for a bookmark</source>
        <translation>Notiz für ein Lesezeichen</translation>
    </message>
</context>
<context>
    <name>OtherRules</name>
    <message>
        <source>What other rules would choose here</source>
        <translation>Was andere Regeln hier wählen würden</translation>
    </message>
    <message>
        <source>{} and {}</source>
        <translation>{} und {}</translation>
    </message>
    <message>
        <source>Every rule chooses this pair.</source>
        <translation>Jede Regel wählt dieses Paar.</translation>
    </message>
    <message>
        <source>Other rules choose</source>
        <translation>Andere Regeln wählen</translation>
    </message>
    <message>
        <source>Others choose</source>
        <translation>Andere wählen</translation>
    </message>
</context>
<context>
    <name>OtherView</name>
    <message>
        <source>Text with the tokens of {}</source>
        <translation>Text mit den Token von {}</translation>
    </message>
    <message>
        <source>{:,} of {:,}: {}</source>
        <translation>{:,} von {:,}: {}</translation>
    </message>
</context>
<context>
    <name>PageTerms</name>
    <message>
        <source>Pages in {:,} tokens</source>
        <translation>Seiten in {:,} Token</translation>
    </message>
    <message>
        <source>{:,} tokens / tokens a page; a page is what {:,} characters of the reference language say</source>
        <translation>{:,} Token / Token je Seite; eine Seite ist, was {:,} Zeichen der Referenzsprache sagen</translation>
    </message>
    <message>
        <source>Price of {:,} pages</source>
        <translation>Preis von {:,} Seiten</translation>
    </message>
    <message>
        <source>tokens a page x {:,} x price of a token</source>
        <translation>Token je Seite x {:,} x Preis eines Tokens</translation>
    </message>
    <message>
        <source>tokens a page x {:,} x {} {} / 1,000,000; a page is what {:,} characters of the reference language say</source>
        <translation>Token je Seite x {:,} x {} {} / 1,000,000; eine Seite ist, was {:,} Zeichen der Referenzsprache sagen</translation>
    </message>
    <message>
        <source>{}, a price that was typed in here and is taken for every tokenizer; {}</source>
        <translation>{}, ein hier eingetragener Preis, der für jeden Tokenizer genommen wird; {}</translation>
    </message>
    <message>
        <source>Price of {:,} pages, {}</source>
        <translation>Preis von {:,} Seiten, {}</translation>
    </message>
</context>
<context>
    <name>PairBars</name>
    <message>
        <source>Why this merge</source>
        <translation>Warum dieser Merge</translation>
    </message>
    <message>
        <source>and {:,} more</source>
        <translation>und {:,} weitere</translation>
    </message>
    <message>
        <source>Tie of {:,}</source>
        <translation>{:,} gleichauf</translation>
    </message>
</context>
<context>
    <name>PartsRow</name>
    <message>
        <source>The whole and its parts</source>
        <translation>Das Ganze und seine Teile</translation>
    </message>
</context>
<context>
    <name>PieceModel</name>
    <message>
        <source>Piece</source>
        <translation>Stück</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>log p</source>
        <translation>log p</translation>
    </message>
    <message>
        <source>Expected</source>
        <translation>Erwartet</translation>
    </message>
    <message>
        <source>Then read as</source>
        <translation>Dann gelesen als</translation>
    </message>
</context>
<context>
    <name>PieceTable</name>
    <message>
        <source>Loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>Expected</source>
        <translation>Erwartet</translation>
    </message>
</context>
<context>
    <name>Pill</name>
    <message>
        <source>{}: click to see texts through it; the check box compares it</source>
        <translation>{}: Klick zeigt die Texte durch ihn; das Kästchen vergleicht ihn</translation>
    </message>
    <message>
        <source>Play its merges in the theatre</source>
        <translation>Seine Merges im Theater abspielen</translation>
    </message>
    <message>
        <source>Take it out of the shelf</source>
        <translation>Aus dem Regal nehmen</translation>
    </message>
</context>
<context>
    <name>PremiumBars</name>
    <message>
        <source>Bars of the selected tokenizer</source>
        <translation>Balken des gewählten Tokenizers</translation>
    </message>
</context>
<context>
    <name>PriceTable</name>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Currency</source>
        <translation>Währung</translation>
    </message>
    <message>
        <source>Price of 1,000,000 tokens</source>
        <translation>Preis von 1,000,000 Token</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>Datum</translation>
    </message>
    <message>
        <source>Prices of tokens</source>
        <translation>Token-Preise</translation>
    </message>
    <message>
        <source>Add a price</source>
        <translation>Einen Preis hinzufügen</translation>
    </message>
    <message>
        <source>Remove it</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Remove the selected price</source>
        <translation>Den gewählten Preis entfernen</translation>
    </message>
    <message>
        <source>Close the prices</source>
        <translation>Preise schließen</translation>
    </message>
    <message>
        <source>Prices</source>
        <translation>Preise</translation>
    </message>
    <message>
        <source>What you pay, and when that was so. Kept in the settings of this computer.</source>
        <translation>Was man zahlt und wann das galt. Steht in den Einstellungen dieses Rechners.</translation>
    </message>
</context>
<context>
    <name>ProgressRow</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>{} s left</source>
        <translation>noch {} s</translation>
    </message>
    <message>
        <source>{} min {:02} s left</source>
        <translation>noch {} min {:02} s</translation>
    </message>
    <message>
        <source>{} min left</source>
        <translation>noch {} min</translation>
    </message>
</context>
<context>
    <name>RoundScene</name>
    <message>
        <source>Pieces (log)</source>
        <translation>Stücke (log)</translation>
    </message>
    <message>
        <source>Bytes per token</source>
        <translation>Bytes je Token</translation>
    </message>
    <message>
        <source>bytes per token</source>
        <translation>Bytes je Token</translation>
    </message>
    <message>
        <source>Step on to see the pieces to start from.</source>
        <translation>Einen Schritt weiter kommen die Stücke, mit denen begonnen wird.</translation>
    </message>
    <message>
        <source>Looking through the pieces of this round...</source>
        <translation>Die Stücke dieser Runde werden durchgesehen ...</translation>
    </message>
    <message>
        <source>The likeliest seeds</source>
        <translation>Die wahrscheinlichsten Seeds</translation>
    </message>
    <message>
        <source>{:,} pieces of several characters stay, {:,} go</source>
        <translation>{:,} Stücke aus mehreren Zeichen bleiben, {:,} gehen</translation>
    </message>
</context>
<context>
    <name>RuleList</name>
    <message>
        <source>What each rule would choose here</source>
        <translation>Was jede Regel hier wählen würde</translation>
    </message>
</context>
<context>
    <name>RunColumn</name>
    <message>
        <source>This run</source>
        <translation>Dieser Lauf</translation>
    </message>
</context>
<context>
    <name>SampleRow</name>
    <message>
        <source>Or take a sample:</source>
        <translation>Oder ein Beispiel nehmen:</translation>
    </message>
</context>
<context>
    <name>ScorePanel</name>
    <message>
        <source>Score of the pair</source>
        <translation>Score des Paars</translation>
    </message>
    <message>
        <source>{} / ({} x {}) = {} in 10,000.</source>
        <translation>{} / ({} x {}) = {} in Zehntausendsteln.</translation>
    </message>
    <message>
        <source>Plain count would merge the same pair.</source>
        <translation>Die bloße Anzahl würde dasselbe Paar verschmelzen.</translation>
    </message>
    <message>
        <source>Plain count would merge {}, {} times.</source>
        <translation>Die bloße Anzahl würde {} verschmelzen, {}&#xa0;Mal.</translation>
    </message>
    <message>
        <source> and </source>
        <translation> und </translation>
    </message>
    <message>
        <source>{} {} together</source>
        <translation>{} {} zusammen</translation>
    </message>
    <message>
        <source>in 10,000</source>
        <translation>in Zehntausendsteln</translation>
    </message>
    <message>
        <source>Plain count would merge</source>
        <translation>Die bloße Anzahl würde verschmelzen</translation>
    </message>
</context>
<context>
    <name>ScriptMap</name>
    <message>
        <source>Scripts</source>
        <translation>Schriften</translation>
    </message>
    <message>
        <source>Too small for a name: {}</source>
        <translation>Zu klein für einen Namen: {}</translation>
    </message>
</context>
<context>
    <name>SearchRow</name>
    <message>
        <source>Text, a token as #5619, bytes as 0xE0 A4</source>
        <translation>Text, ein Token als #5619, Bytes als 0xE0 A4</translation>
    </message>
    <message>
        <source>Search in the text: text, a token&apos;s id, or bytes</source>
        <translation>Im Text suchen: Text, die ID eines Tokens oder Bytes</translation>
    </message>
    <message>
        <source>Text in double quotes is text, whatever it looks like</source>
        <translation>Text in doppelten Anführungszeichen ist Text, wonach er auch aussieht</translation>
    </message>
    <message>
        <source>Previous place (Shift+Enter)</source>
        <translation>Vorige Stelle (Umschalt+Eingabe)</translation>
    </message>
    <message>
        <source>Next place (Enter)</source>
        <translation>Nächste Stelle (Eingabe)</translation>
    </message>
</context>
<context>
    <name>SecondRun</name>
    <message>
        <source>Other run</source>
        <translation>Anderer Lauf</translation>
    </message>
</context>
<context>
    <name>Session</name>
    <message>
        <source>No text is checked. Check one or more in the corpus, or add a text.</source>
        <translation>Kein Text ist angekreuzt. Im Korpus einen oder mehrere ankreuzen oder einen Text hinzufügen.</translation>
    </message>
</context>
<context>
    <name>SessionKeeper</name>
    <message>
        <source>The session was not saved. {} is as it was.</source>
        <translation>Die Sitzung wurde nicht gespeichert. {} ist, wie es war.</translation>
    </message>
    <message>
        <source>Saving the session</source>
        <translation>Sitzung wird gespeichert</translation>
    </message>
    <message>
        <source>Writing the report</source>
        <translation>Bericht wird geschrieben</translation>
    </message>
    <message>
        <source>The report was not written.</source>
        <translation>Der Bericht wurde nicht geschrieben.</translation>
    </message>
    <message>
        <source>Opening the session</source>
        <translation>Sitzung wird geöffnet</translation>
    </message>
    <message>
        <source>{} was not opened.</source>
        <translation>{} wurde nicht geöffnet.</translation>
    </message>
    <message>
        <source>Another window had saved {} meanwhile. What it saved is kept as {}.</source>
        <translation>Ein anderes Fenster hatte {} inzwischen gespeichert. Was es gespeichert hat, bleibt als {} erhalten.</translation>
    </message>
</context>
<context>
    <name>Shelf</name>
    <message>
        <source>Tokenizers</source>
        <translation>Tokenizer</translation>
    </message>
    <message>
        <source>More tokenizers</source>
        <translation>Weitere Tokenizer</translation>
    </message>
    <message>
        <source>Open a tokenizer, take one that is on this computer, or get one by name; files can be dropped here</source>
        <translation>Einen Tokenizer öffnen, einen nehmen, der auf diesem Rechner ist, oder einen nach Namen holen; Dateien lassen sich hier ablegen</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Open a file...</source>
        <translation>Eine Datei öffnen ...</translation>
    </message>
    <message>
        <source>Open a folder...</source>
        <translation>Einen Ordner öffnen ...</translation>
    </message>
    <message>
        <source>On this computer</source>
        <translation>Auf diesem Rechner</translation>
    </message>
    <message>
        <source>Looking...</source>
        <translation>Suche ...</translation>
    </message>
    <message>
        <source>Get a tokenizer by name...</source>
        <translation>Einen Tokenizer nach Namen holen ...</translation>
    </message>
</context>
<context>
    <name>ShowList</name>
    <message>
        <source>Prepared show</source>
        <translation>Vorbereitete Vorführung</translation>
    </message>
    <message>
        <source>A scene is a pane, a step, a tokenizer and a text. Put the window as you want it seen, and add it (Ctrl+D). F8 shows the next scene, Shift+F8 the one before, on the stage too. Click a note to write it.</source>
        <translation>Eine Szene ist ein Bereich, ein Schritt, ein Tokenizer und ein Text. Das Fenster so einrichten, wie man es sehen will, und hinzufügen (Strg+D). F8 zeigt die nächste Szene, Umschalt+F8 die davor, auch auf der Bühne. Ein Klick auf eine Notiz schreibt sie.</translation>
    </message>
    <message>
        <source>Pane</source>
        <translation>Bereich</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Tokenizer</source>
        <translation>Tokenizer</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Scenes</source>
        <translation>Szenen</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Starten</translation>
    </message>
    <message>
        <source>Add this view</source>
        <translation>Diese Ansicht hinzufügen</translation>
    </message>
    <message>
        <source>Earlier (Ctrl+Up)</source>
        <translation>Früher (Strg+Auf)</translation>
    </message>
    <message>
        <source>Later (Ctrl+Down)</source>
        <translation>Später (Strg+Ab)</translation>
    </message>
    <message>
        <source>Take the scene out (Delete)</source>
        <translation>Die Szene herausnehmen (Entf)</translation>
    </message>
    <message>
        <source>as it is</source>
        <translation>wie er ist</translation>
    </message>
</context>
<context>
    <name>ShowStrip</name>
    <message>
        <source>Previous scene (Shift+F8)</source>
        <translation>Vorige Szene (Umschalt+F8)</translation>
    </message>
    <message>
        <source>Next scene (F8)</source>
        <translation>Nächste Szene (F8)</translation>
    </message>
    <message>
        <source>End the show; its scenes are kept</source>
        <translation>Die Vorführung beenden; ihre Szenen bleiben erhalten</translation>
    </message>
    <message>
        <source>Prepared show</source>
        <translation>Vorbereitete Vorführung</translation>
    </message>
    <message>
        <source>{} of {}</source>
        <translation>{} von {}</translation>
    </message>
</context>
<context>
    <name>SideBySide</name>
    <message>
        <source>This run</source>
        <translation>Dieser Lauf</translation>
    </message>
    <message>
        <source>There is no other run to compare with. Train again, with another rule or algorithm.</source>
        <translation>Es gibt keinen anderen Lauf zum Vergleichen. Neu trainieren, mit einer anderen Regel oder einem anderen Algorithmus.</translation>
    </message>
    <message>
        <source>The runs are still being compared.</source>
        <translation>Die Läufe werden noch verglichen.</translation>
    </message>
    <message>
        <source>, as if of the same size</source>
        <translation>, als wären sie gleich groß</translation>
    </message>
</context>
<context>
    <name>SizeChoices</name>
    <message>
        <source>Curve</source>
        <translation>Kurve</translation>
    </message>
    <message>
        <source>How many numbers the model has for each token</source>
        <translation>Wie viele Zahlen das Modell für jedes Token hat</translation>
    </message>
    <message>
        <source>Output table</source>
        <translation>Ausgabetabelle</translation>
    </message>
    <message>
        <source>Tied: the output table is the embedding once more, and costs nothing</source>
        <translation>Geteilt: die Ausgabetabelle ist noch einmal das Embedding und kostet nichts</translation>
    </message>
    <message>
        <source>tied</source>
        <translation>geteilt</translation>
    </message>
    <message>
        <source>its own</source>
        <translation>eigene</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>All parameters of the model, these tables included</source>
        <translation>Alle Parameter des Modells, diese Tabellen eingeschlossen</translation>
    </message>
    <message>
        <source>other...</source>
        <translation>anderes ...</translation>
    </message>
    <message>
        <source>d_model</source>
        <translation>d_model</translation>
    </message>
    <message>
        <source>Parameters of the model</source>
        <translation>Parameter des Modells</translation>
    </message>
    <message>
        <source>A number, as 768, 124 M or 1.3 B</source>
        <translation>Eine Zahl, etwa 768, 124 M oder 1.3 B</translation>
    </message>
</context>
<context>
    <name>SizeFigures</name>
    <message>
        <source>Compare with this size</source>
        <translation>Mit dieser Größe vergleichen</translation>
    </message>
    <message>
        <source>Other sizes are then compared with the marked one</source>
        <translation>Andere Größen werden dann mit der markierten verglichen</translation>
    </message>
    <message>
        <source>Premium over English</source>
        <translation>Aufschlag gegenüber Englisch</translation>
    </message>
    <message>
        <source>At {:,} entries</source>
        <translation>Bei {:,} Einträgen</translation>
    </message>
    <message>
        <source>Against {:,} entries</source>
        <translation>Gegenüber {:,} Einträgen</translation>
    </message>
</context>
<context>
    <name>SizePanel</name>
    <message>
        <source>Band: {}</source>
        <translation>Band: {}</translation>
    </message>
</context>
<context>
    <name>SizePlot</name>
    <message>
        <source>Sizes</source>
        <translation>Größen</translation>
    </message>
    <message>
        <source>Marked: {:,} entries, {}</source>
        <translation>Markiert: {:,} Einträge, {}</translation>
    </message>
    <message>
        <source>Table parameters (dashed)</source>
        <translation>Parameter der Tabellen (gestrichelt)</translation>
    </message>
    <message>
        <source>Parameters (dashed)</source>
        <translation>Parameter (gestrichelt)</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>Vocabulary size</source>
        <translation>Größe des Vokabulars</translation>
    </message>
</context>
<context>
    <name>SizeScatter</name>
    <message>
        <source>Measure against the size of the vocabulary</source>
        <translation>Maß gegen die Größe des Vokabulars</translation>
    </message>
    <message>
        <source>{}, {:,} entries, {} languages</source>
        <translation>{}, {:,} Einträge, {} Sprachen</translation>
    </message>
    <message>
        <source>Entries of the vocabulary, log scale</source>
        <translation>Einträge des Vokabulars, logarithmisch</translation>
    </message>
    <message>
        <source>{}, {} ({:,} entries): {}</source>
        <translation>{}, {} ({:,} Einträge): {}</translation>
    </message>
</context>
<context>
    <name>SourceRow</name>
    <message>
        <source>Learn from this text</source>
        <translation>Aus diesem Text lernen</translation>
    </message>
    <message>
        <source>How this file is read: its encoding, or one column of a table</source>
        <translation>Wie diese Datei gelesen wird: ihre Kodierung oder eine Spalte einer Tabelle</translation>
    </message>
    <message>
        <source>Take this text out</source>
        <translation>Diesen Text herausnehmen</translation>
    </message>
    <message>
        <source>How often {} counts</source>
        <translation>Wie oft {} zählt</translation>
    </message>
    <message>
        <source>How often this text counts: {}. Arrow keys move it.</source>
        <translation>Wie oft dieser Text zählt: {}. Pfeiltasten verschieben.</translation>
    </message>
    <message>
        <source>Take {} out</source>
        <translation>{} herausnehmen</translation>
    </message>
    <message>
        <source>{:,} texts</source>
        <translation>{:,} Texte</translation>
    </message>
    <message>
        <source>{:,} of {:,} texts read</source>
        <translation>{:,} von {:,} Texten gelesen</translation>
    </message>
    <message>
        <source>reading...</source>
        <translation>lese ...</translation>
    </message>
    <message>
        <source>and others</source>
        <translation>und andere</translation>
    </message>
    <message>
        <source>column {}</source>
        <translation>Spalte {}</translation>
    </message>
    <message>
        <source>Read as</source>
        <translation>Lesen als</translation>
    </message>
    <message>
        <source>The whole file as text</source>
        <translation>Die ganze Datei als Text</translation>
    </message>
    <message>
        <source>Column</source>
        <translation>Spalte</translation>
    </message>
</context>
<context>
    <name>StageFrame</name>
    <message>
        <source>round</source>
        <translation>Runde</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>{} {:,} of {:,}</source>
        <translation>{} {:,} von {:,}</translation>
    </message>
</context>
<context>
    <name>StatisticsRow</name>
    <message>
        <source>Figures of this text</source>
        <translation>Zahlen zu diesem Text</translation>
    </message>
</context>
<context>
    <name>StatusProgress</name>
    <message>
        <source>Cancel this (Esc)</source>
        <translation>Das abbrechen (Esc)</translation>
    </message>
</context>
<context>
    <name>StepModel</name>
    <message>
        <source>the same step</source>
        <translation>derselbe Schritt</translation>
    </message>
    <message>
        <source>never made</source>
        <translation>nie gemacht</translation>
    </message>
    <message>
        <source>made at step {}</source>
        <translation>gemacht in Schritt {}</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>Dort</translation>
    </message>
</context>
<context>
    <name>StepScenes</name>
    <message>
        <source>A word, with a blank before it if it is not the first; Enter pins it</source>
        <translation>Ein Wort, mit einem Leerzeichen davor, wenn es nicht das erste ist; Eingabe heftet es an</translation>
    </message>
    <message>
        <source>Word to pin</source>
        <translation>Wort zum Anheften</translation>
    </message>
</context>
<context>
    <name>StepTable</name>
    <message>
        <source>Find a token or a step</source>
        <translation>Token oder Schritt suchen</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>No step makes a token with &quot;{}&quot;.</source>
        <translation>Kein Schritt macht ein Token mit „{}“.</translation>
    </message>
    <message>
        <source>Tied</source>
        <translation>Gleich</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>Dort</translation>
    </message>
</context>
<context>
    <name>TableCopy</name>
    <message>
        <source>Copy the table</source>
        <translation>Die Tabelle kopieren</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>The first {:,} of {:,} rows are copied; the export has them all.</source>
        <translation>Die ersten {:,} von {:,} Zeilen sind kopiert; der Export hat sie alle.</translation>
    </message>
</context>
<context>
    <name>TextColumn</name>
    <message>
        <source>Type or paste a text. Tokens appear as you type.</source>
        <translation>Einen Text eintippen oder einfügen. Die Token erscheinen beim Tippen.</translation>
    </message>
    <message>
        <source>It is an option of the training: Unknown token.</source>
        <translation>Es ist eine Option des Trainings: Unbekanntes Token.</translation>
    </message>
</context>
<context>
    <name>TextFile</name>
    <message>
        <source>{} is large: its first {:,} MB are shown.</source>
        <translation>{} ist groß: die ersten {:,} MB werden gezeigt.</translation>
    </message>
</context>
<context>
    <name>TextReader</name>
    <message>
        <source>The text could not be encoded: {}</source>
        <translation>Der Text konnte nicht kodiert werden: {}</translation>
    </message>
</context>
<context>
    <name>TiedList</name>
    <message>
        <source>All tied pairs</source>
        <translation>Alle Paare im Gleichstand</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>Schließen (Esc)</translation>
    </message>
    <message>
        <source>Step {:,}: counting all pairs...</source>
        <translation>Schritt {:,}: zähle alle Paare ...</translation>
    </message>
    <message>
        <source>Step {:,}: {:,} pairs are worth the same</source>
        <translation>Schritt {:,}: {:,} Paare sind gleich viel wert</translation>
    </message>
</context>
<context>
    <name>Timeline</name>
    <message>
        <source>Timeline</source>
        <translation>Zeitleiste</translation>
    </message>
    <message>
        <source>Dashed line: {}</source>
        <translation>Gestrichelte Linie: {}</translation>
    </message>
</context>
<context>
    <name>TokenBar</name>
    <message>
        <source>Tokenizer</source>
        <translation>Tokenizer</translation>
    </message>
    <message>
        <source>The tokenizer that this text is seen through</source>
        <translation>Der Tokenizer, durch den dieser Text gesehen wird</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>Beispiele</translation>
    </message>
    <message>
        <source>Take a text that shows something</source>
        <translation>Einen Text nehmen, der etwas zeigt</translation>
    </message>
    <message>
        <source>Put other tokenizers beside this one</source>
        <translation>Andere Tokenizer daneben stellen</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Ansicht</translation>
    </message>
    <message>
        <source>Explain how the chosen token comes about</source>
        <translation>Erklären, wie das gewählte Token entsteht</translation>
    </message>
    <message>
        <source>Copy the ids, separated by blanks</source>
        <translation>Die IDs kopieren, durch Leerzeichen getrennt</translation>
    </message>
    <message>
        <source>Spaces, special tokens, token budget, ids to text</source>
        <translation>Leerzeichen, Special Tokens, Token-Budget, IDs zu Text</translation>
    </message>
</context>
<context>
    <name>TokenChips</name>
    <message>
        <source>Words on stage</source>
        <translation>Wörter auf der Bühne</translation>
    </message>
</context>
<context>
    <name>TokenDetails</name>
    <message>
        <source>View</source>
        <translation>Ansicht</translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation>Vergleichen mit</translation>
    </message>
    <message>
        <source>choose one</source>
        <translation>einen wählen</translation>
    </message>
</context>
<context>
    <name>TokenMenu</name>
    <message>
        <source>Samples</source>
        <translation>Beispiele</translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation>Vergleichen mit</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Ansicht</translation>
    </message>
    <message>
        <source>Colour by</source>
        <translation>Farbe nach</translation>
    </message>
    <message>
        <source>A bracket under each piece into which the text is cut before its model sees it</source>
        <translation>Eine Klammer unter jedem Stück, in das der Text zerlegt wird, bevor sein Modell ihn sieht</translation>
    </message>
    <message>
        <source>Cut the text at the caret, and compare the ids with those of the whole</source>
        <translation>Den Text an der Schreibmarke teilen und die IDs mit denen des Ganzen vergleichen</translation>
    </message>
    <message>
        <source>Special tokens</source>
        <translation>Special Tokens</translation>
    </message>
    <message>
        <source>Token budget</source>
        <translation>Token-Budget</translation>
    </message>
    <message>
        <source>This tokenizer has none</source>
        <translation>Dieser Tokenizer hat keine</translation>
    </message>
    <message>
        <source>All as text</source>
        <translation>Alle als Text</translation>
    </message>
    <message>
        <source>All allowed</source>
        <translation>Alle erlaubt</translation>
    </message>
    <message>
        <source>and {:,} more</source>
        <translation>und {:,} weitere</translation>
    </message>
</context>
<context>
    <name>TokenStrip</name>
    <message>
        <source>The token that is looked at</source>
        <translation>Das betrachtete Token</translation>
    </message>
    <message>
        <source>Point at a token to see what it is; click to keep it.</source>
        <translation>Auf ein Token zeigen, um zu sehen, was es ist; ein Klick hält es fest.</translation>
    </message>
</context>
<context>
    <name>TokenView</name>
    <message>
        <source>Text with its tokens</source>
        <translation>Text mit seinen Token</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
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
        <source>Select all</source>
        <translation>Alles auswählen</translation>
    </message>
</context>
<context>
    <name>TokenizerDownload</name>
    <message>
        <source>Given up. Nothing was kept.</source>
        <translation>Aufgegeben. Nichts wurde behalten.</translation>
    </message>
    <message>
        <source>{} is on this computer already ({}).</source>
        <translation>{} ist schon auf diesem Rechner ({}).</translation>
    </message>
    <message>
        <source>{} is here and in the shelf.</source>
        <translation>{} ist da und steht im Regal.</translation>
    </message>
</context>
<context>
    <name>TokenizerLibrary</name>
    <message>
        <source>{}, step {:,}</source>
        <translation>{}, Schritt {:,}</translation>
    </message>
    <message>
        <source>There is no tokenizer to save yet. Train one, or open a file.</source>
        <translation>Es gibt noch keinen Tokenizer zum Speichern. Einen trainieren oder eine Datei öffnen.</translation>
    </message>
    <message>
        <source>{}, this run</source>
        <translation>{}, dieser Lauf</translation>
    </message>
    <message>
        <source>{} has changed since the session was saved: it is another tokenizer now.</source>
        <translation>{} hat sich seit dem Speichern der Sitzung geändert: es ist jetzt ein anderer Tokenizer.</translation>
    </message>
</context>
<context>
    <name>TokensPane</name>
    <message>
        <source>{:,} character of the text is none (half of a pair, or broken bytes): U+FFFD stands there.</source>
        <translation>{:,} Zeichen des Textes ist keines (ein halbes Paar oder kaputte Bytes): Dort steht U+FFFD.</translation>
    </message>
    <message>
        <source>{:,} characters of the text are none (halves of pairs, or broken bytes): U+FFFD stands there.</source>
        <translation>{:,} Zeichen des Textes sind keine (halbe Paare oder kaputte Bytes): Dort steht U+FFFD.</translation>
    </message>
    <message>
        <source>Look at a text file</source>
        <translation>Eine Textdatei ansehen</translation>
    </message>
</context>
<context>
    <name>TradeoffView</name>
    <message>
        <source>There are no sizes to export yet: they come from a training.</source>
        <translation>Es gibt noch keine Größen zu exportieren: sie kommen aus einem Training.</translation>
    </message>
</context>
<context>
    <name>TradeoffsPane</name>
    <message>
        <source>View</source>
        <translation>Ansicht</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>Numbers, separated by blanks</source>
        <translation>Zahlen, durch Leerzeichen getrennt</translation>
    </message>
    <message>
        <source>A sum of two whole numbers</source>
        <translation>Eine Summe zweier ganzer Zahlen</translation>
    </message>
    <message>
        <source>A word</source>
        <translation>Ein Wort</translation>
    </message>
    <message>
        <source>A letter to count inside the tokens</source>
        <translation>Ein Buchstabe, der in den Token gezählt wird</translation>
    </message>
    <message>
        <source>This view as a table (CSV)...</source>
        <translation>Diese Ansicht als Tabelle (CSV) ...</translation>
    </message>
    <message>
        <source>This view as a picture (PNG, SVG)...</source>
        <translation>Diese Ansicht als Bild (PNG, SVG) ...</translation>
    </message>
    <message>
        <source>Texts with their tokens</source>
        <translation>Texte mit ihren Token</translation>
    </message>
    <message>
        <source>Export the table</source>
        <translation>Die Tabelle exportieren</translation>
    </message>
    <message>
        <source>Export the picture</source>
        <translation>Das Bild exportieren</translation>
    </message>
    <message>
        <source>The {:,} characters of the corpus are the tokens, and nothing is merged.</source>
        <translation>Die {:,} Zeichen des Korpus sind die Token, und nichts wird verschmolzen.</translation>
    </message>
    <message>
        <source>Character level has one size only</source>
        <translation>Die Zeichenebene hat nur eine Größe</translation>
    </message>
    <message>
        <source>A size curve needs a training run. Encodings from files have only one size.</source>
        <translation>Eine Größenkurve braucht einen Trainingslauf. Kodierungen aus Dateien haben nur eine Größe.</translation>
    </message>
    <message>
        <source>No size curve yet</source>
        <translation>Noch keine Größenkurve</translation>
    </message>
    <message>
        <source>No tokenizer is checked</source>
        <translation>Kein Tokenizer ist angekreuzt</translation>
    </message>
    <message>
        <source>Check one or more in the shelf above.</source>
        <translation>Oben im Regal einen oder mehrere ankreuzen.</translation>
    </message>
</context>
<context>
    <name>TrainingBar</name>
    <message>
        <source>Next training</source>
        <translation>Nächstes Training</translation>
    </message>
    <message>
        <source>Algorithm</source>
        <translation>Algorithmus</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>Vokabular</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>Optionen</translation>
    </message>
    <message>
        <source>All options of the training</source>
        <translation>Alle Optionen des Trainings</translation>
    </message>
    <message>
        <source>Balance</source>
        <translation>Gewichtung</translation>
    </message>
    <message>
        <source>Weigh the texts against each other (M)</source>
        <translation>Die Texte gegeneinander gewichten (M)</translation>
    </message>
    <message>
        <source>Predict</source>
        <translation>Vorhersagen</translation>
    </message>
    <message>
        <source>Guess the next merge (P)</source>
        <translation>Den nächsten Merge raten (P)</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>Stop here</source>
        <translation>Hier anhalten</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>Trainieren</translation>
    </message>
    <message>
        <source>Learn from the checked texts, with these options (Ctrl+Enter)</source>
        <translation>Aus den angekreuzten Texten lernen, mit diesen Optionen (Strg+Eingabe)</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>unbegrenzt</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Train again</source>
        <translation>Neu trainieren</translation>
    </message>
    <message>
        <source>Merges of {}</source>
        <translation>Merges von {}</translation>
    </message>
    <message>
        <source>On stage are the merges of {}. This row is for the next training.</source>
        <translation>Auf der Bühne stehen die Merges von {}. Diese Zeile gilt dem nächsten Training.</translation>
    </message>
    <message>
        <source>Only merges can be guessed</source>
        <translation>Nur Merges lassen sich raten</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Danach</translation>
    </message>
</context>
<context>
    <name>TrainingCommands</name>
    <message>
        <source>The theatre is too low for two runs here. Show it alone: Ctrl+Shift+2.</source>
        <translation>Das Theater ist hier zu niedrig für zwei Läufe. Allein zeigen: Strg+Umschalt+2.</translation>
    </message>
    <message>
        <source>There is one run so far. Train again, with another rule or algorithm, to compare.</source>
        <translation>Bisher gibt es nur einen Lauf. Neu trainieren, mit einer anderen Regel oder einem anderen Algorithmus, um zu vergleichen.</translation>
    </message>
</context>
<context>
    <name>TrainingProgress</name>
    <message>
        <source>Step {:,} of {:,}</source>
        <translation>Schritt {:,} von {:,}</translation>
    </message>
    <message>
        <source>What is learned so far stays if you stop.</source>
        <translation>Was bis hierher gelernt ist, bleibt beim Anhalten erhalten.</translation>
    </message>
</context>
<context>
    <name>Transport</name>
    <message>
        <source>Next tie</source>
        <translation>Gleichstand</translation>
    </message>
    <message>
        <source>of {:,}</source>
        <translation>von {:,}</translation>
    </message>
    <message>
        <source>To the start (Home)</source>
        <translation>Zum Anfang (Pos1)</translation>
    </message>
    <message>
        <source>Step back (Left)</source>
        <translation>Schritt zurück (Links)</translation>
    </message>
    <message>
        <source>Step (Right)</source>
        <translation>Schritt (Rechts)</translation>
    </message>
    <message>
        <source>To the end (End)</source>
        <translation>Zum Ende (Ende)</translation>
    </message>
    <message>
        <source>Next tie (T)</source>
        <translation>Nächster Gleichstand (T)</translation>
    </message>
    <message>
        <source>Set a bookmark (B)</source>
        <translation>Lesezeichen setzen (B)</translation>
    </message>
    <message>
        <source>Why this step (Y)</source>
        <translation>Warum dieser Schritt (Y)</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>How fast the steps play (+ and -)</source>
        <translation>Wie schnell die Schritte abspielen (+ und -)</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Go to a step (G)</source>
        <translation>Zu einem Schritt gehen (G)</translation>
    </message>
    <message>
        <source>of 0</source>
        <translation>von 0</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>Abspielen</translation>
    </message>
    <message>
        <source>{} (Space)</source>
        <translation>{} (Leertaste)</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Warum</translation>
    </message>
</context>
<context>
    <name>UnitView</name>
    <message>
        <source>{}: {:,} tokens</source>
        <translation>{}: {:,} Token</translation>
    </message>
</context>
<context>
    <name>ViewHead</name>
    <message>
        <source>Previous difference (Shift+F4)</source>
        <translation>Voriger Unterschied (Umschalt+F4)</translation>
    </message>
    <message>
        <source>Next difference (F4)</source>
        <translation>Nächster Unterschied (F4)</translation>
    </message>
    <message>
        <source>Take this tokenizer away</source>
        <translation>Diesen Tokenizer wegnehmen</translation>
    </message>
    <message>
        <source>the same tokens</source>
        <translation>dieselben Token</translation>
    </message>
    <message>
        <source>not compared: more than {:,} MB</source>
        <translation>nicht verglichen: mehr als {:,} MB</translation>
    </message>
    <message>
        <source>differs at {:,} place</source>
        <translation>weicht an {:,} Stelle ab</translation>
    </message>
    <message>
        <source>differs at {:,} places</source>
        <translation>weicht an {:,} Stellen ab</translation>
    </message>
</context>
<context>
    <name>VocabularyFilters</name>
    <message>
        <source>Find tokens</source>
        <translation>Token suchen</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suche</translation>
    </message>
    <message>
        <source>Script</source>
        <translation>Schrift</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>any kind</source>
        <translation>jede Art</translation>
    </message>
    <message>
        <source>part of a character</source>
        <translation>Teil eines Zeichens</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Länge</translation>
    </message>
    <message>
        <source>Find out the rest</source>
        <translation>Den Rest ermitteln</translation>
    </message>
    <message>
        <source>Counting and checking were stopped before all was known</source>
        <translation>Zählen und Prüfen wurden angehalten, bevor alles bekannt war</translation>
    </message>
    <message>
        <source>List</source>
        <translation>Liste</translation>
    </message>
    <message>
        <source>any script</source>
        <translation>jede Schrift</translation>
    </message>
    <message>
        <source>{:,} of {:,}</source>
        <translation>{:,} von {:,}</translation>
    </message>
</context>
<context>
    <name>VocabularyModel</name>
    <message>
        <source>Sort by {}; once more turns the order around</source>
        <translation>Nach {} sortieren; noch einmal kehrt die Reihenfolge um</translation>
    </message>
    <message>
        <source>{:,} byte</source>
        <translation>{:,} Byte</translation>
    </message>
    <message>
        <source>{:,} bytes</source>
        <translation>{:,} Bytes</translation>
    </message>
    <message>
        <source>{}: id {:,}, {}, {}</source>
        <translation>{}: ID {:,}, {}, {}</translation>
    </message>
</context>
<context>
    <name>VocabularyPane</name>
    <message>
        <source>Listed tokens as a table (CSV)...</source>
        <translation>Aufgelistete Token als Tabelle (CSV) ...</translation>
    </message>
    <message>
        <source>What stands beside them as a table (CSV)...</source>
        <translation>Was daneben steht, als Tabelle (CSV) ...</translation>
    </message>
    <message>
        <source>What stands beside them as a picture (PNG, SVG)...</source>
        <translation>Was daneben steht, als Bild (PNG, SVG) ...</translation>
    </message>
    <message>
        <source>No vocabulary yet</source>
        <translation>Noch kein Vokabular</translation>
    </message>
    <message>
        <source>Train on the checked texts, or open a tokenizer.</source>
        <translation>Mit den angekreuzten Texten trainieren oder einen Tokenizer öffnen.</translation>
    </message>
    <message>
        <source>Export the table</source>
        <translation>Die Tabelle exportieren</translation>
    </message>
    <message>
        <source>Export the picture</source>
        <translation>Das Bild exportieren</translation>
    </message>
    <message>
        <source>No token is selected. Click one in the table.</source>
        <translation>Kein Token ist gewählt. In der Tabelle eines anklicken.</translation>
    </message>
    <message>
        <source>This tokenizer has no merges, or its library does not show them.</source>
        <translation>Dieser Tokenizer hat keine Merges, oder seine Bibliothek zeigt sie nicht.</translation>
    </message>
    <message>
        <source>No longer token was made of this one.</source>
        <translation>Aus diesem Token entstand kein längeres.</translation>
    </message>
    <message>
        <source>This token was there from the start: no merge made it.</source>
        <translation>Dieses Token war von Anfang an da: kein Merge hat es gemacht.</translation>
    </message>
    <message>
        <source>This token was made of {:,} symbols: too many to draw.</source>
        <translation>Dieses Token entstand aus {:,} Symbolen: zu viele zum Zeichnen.</translation>
    </message>
    <message>
        <source>This token is no word, so it has no other forms.</source>
        <translation>Dieses Token ist kein Wort, darum hat es keine anderen Formen.</translation>
    </message>
    <message>
        <source>Choose a tokenizer to compare with.</source>
        <translation>Einen Tokenizer zum Vergleichen wählen.</translation>
    </message>
    <message>
        <source>Comparing...</source>
        <translation>Vergleiche ...</translation>
    </message>
</context>
<context>
    <name>VocabularyTable</name>
    <message>
        <source>Tokens</source>
        <translation>Token</translation>
    </message>
</context>
<context>
    <name>VocabularyView</name>
    <message>
        <source>There is nothing to export in this view yet.</source>
        <translation>In dieser Ansicht gibt es noch nichts zu exportieren.</translation>
    </message>
</context>
<context>
    <name>WelcomeTour</name>
    <message>
        <source>Leave the tour (Esc)</source>
        <translation>Rundgang verlassen (Esc)</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>{} of {}</source>
        <translation>{} von {}</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Fertig</translation>
    </message>
</context>
<context>
    <name>WhySheet</name>
    <message>
        <source>Close (Esc)</source>
        <translation>Schließen (Esc)</translation>
    </message>
    <message>
        <source>What each rule would choose here</source>
        <translation>Was jede Regel hier wählen würde</translation>
    </message>
    <message>
        <source>Why this step</source>
        <translation>Warum dieser Schritt</translation>
    </message>
    <message>
        <source>Why step {:,}</source>
        <translation>Warum Schritt {:,}</translation>
    </message>
    <message>
        <source>Why round {:,}</source>
        <translation>Warum Runde {:,}</translation>
    </message>
    <message>
        <source>The next step is a question still. Guess it first.</source>
        <translation>Der nächste Schritt ist noch eine Frage. Erst raten.</translation>
    </message>
</context>
<context>
    <name>WindowCommands</name>
    <message>
        <source>No change of the corpus to take back.</source>
        <translation>Keine Änderung am Korpus rückgängig zu machen.</translation>
    </message>
    <message>
        <source>No change of the corpus to make again.</source>
        <translation>Keine Änderung am Korpus zu wiederholen.</translation>
    </message>
    <message>
        <source>The window speaks this language from its next start on.</source>
        <translation>Das Fenster spricht diese Sprache ab seinem nächsten Start.</translation>
    </message>
    <message>
        <source>Took step {:,} and the text into the show, as scene {} of {}. F7 lists them.</source>
        <translation>Schritt {:,} und der Text sind in der Vorführung, als Szene {} von {}. F7 zeigt die Liste.</translation>
    </message>
    <message>
        <source>No scene is prepared. Ctrl+D takes what is seen now into the show.</source>
        <translation>Keine Szene ist vorbereitet. Strg+D nimmt, was jetzt zu sehen ist, in die Vorführung.</translation>
    </message>
</context>
<context>
    <name>WindowExport</name>
    <message>
        <source>Export the timeline</source>
        <translation>Zeitleiste exportieren</translation>
    </message>
    <message>
        <source>Export this step as a picture</source>
        <translation>Diesen Schritt als Bild exportieren</translation>
    </message>
    <message>
        <source>There is no step to show yet. Train on the checked texts first.</source>
        <translation>Es gibt noch keinen Schritt zu zeigen. Zuerst mit den angekreuzten Texten trainieren.</translation>
    </message>
</context>
<context>
    <name>WindowFiles</name>
    <message>
        <source>Saved the session {}.</source>
        <translation>Sitzung {} gespeichert.</translation>
    </message>
    <message>
        <source>The program ended unexpectedly last time. What was open then has been kept.</source>
        <translation>Das Programm wurde beim letzten Mal unerwartet beendet. Was dabei offen war, ist erhalten.</translation>
    </message>
    <message>
        <source>Open it</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Forget it</source>
        <translation>Vergessen</translation>
    </message>
    <message>
        <source>Kept session</source>
        <translation>Erhaltene Sitzung</translation>
    </message>
    <message>
        <source>New here? A tour of the window takes one minute. It stands in the Help menu too.</source>
        <translation>Neu hier? Ein Rundgang durch das Fenster dauert eine Minute. Er steht auch im Menü Hilfe.</translation>
    </message>
    <message>
        <source>Show me around</source>
        <translation>Rundgang zeigen</translation>
    </message>
    <message>
        <source>No, thanks</source>
        <translation>Nein, danke</translation>
    </message>
    <message>
        <source>Tour</source>
        <translation>Rundgang</translation>
    </message>
    <message>
        <source>Wrote the report {}.</source>
        <translation>Bericht {} geschrieben.</translation>
    </message>
    <message>
        <source>Saved {}.</source>
        <translation>{} gespeichert.</translation>
    </message>
    <message>
        <source>{} does not say how text is cut before its merges. Choose the pattern it was made with.</source>
        <translation>{} sagt nicht, wie Text vor den Merges zerlegt wird. Das Muster wählen, mit dem es entstand.</translation>
    </message>
    <message>
        <source>Pattern</source>
        <translation>Muster</translation>
    </message>
    <message>
        <source>Forget these</source>
        <translation>Liste vergessen</translation>
    </message>
</context>
<context>
    <name>WindowMenus</name>
    <message>
        <source>Open recent</source>
        <translation>Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Token</translation>
    </message>
</context>
<context>
    <name>WindowNews</name>
    <message>
        <source>Saved {}.</source>
        <translation>{} gespeichert.</translation>
    </message>
    <message>
        <source>The memory is not enough for this. Take less text or a smaller vocabulary, or close something.</source>
        <translation>Der Speicher reicht dafür nicht. Weniger Text oder ein kleineres Vokabular nehmen oder etwas schließen.</translation>
    </message>
    <message>
        <source>This failed by an error in the program: {}. What was loaded and learned is kept.</source>
        <translation>Das ist an einem Fehler im Programm gescheitert: {}. Was geladen und gelernt war, bleibt erhalten.</translation>
    </message>
    <message>
        <source>The details are in the clipboard. The log is in {}.</source>
        <translation>Die Einzelheiten sind in der Zwischenablage. Das Protokoll liegt in {}.</translation>
    </message>
</context>
<context>
    <name>WindowSheets</name>
    <message>
        <source>{}: focus, alone</source>
        <translation>{}: Fokus, allein</translation>
    </message>
    <message>
        <source>Tokens: {}</source>
        <translation>Token: {}</translation>
    </message>
</context>
<context>
    <name>WindowStatus</name>
    <message>
        <source>Step {:,} of {:,}</source>
        <translation>Schritt {:,} von {:,}</translation>
    </message>
    <message>
        <source>{:,} merges of {}</source>
        <translation>{:,} Merges von {}</translation>
    </message>
    <message>
        <source>Preparing the compiled loops: once, about half a minute</source>
        <translation>Bereite die kompilierten Schleifen vor: einmalig, etwa eine halbe Minute</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Comparing</source>
        <translation>Vergleiche</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Bereit</translation>
    </message>
</context>
<context>
    <name>WordLattice</name>
    <message>
        <source>Ways to cut a word</source>
        <translation>Wege, ein Wort zu zerlegen</translation>
    </message>
    <message>
        <source>{} Best way: {}, {:.2f}. {}</source>
        <translation>{} Bester Weg: {}, {:.2f}. {}</translation>
    </message>
    <message>
        <source>once</source>
        <translation>einmal</translation>
    </message>
    <message>
        <source>{} times</source>
        <translation>{}&#xa0;Mal</translation>
    </message>
    <message>
        <source>{} in the corpus. Each arc is a piece with its log-probability.</source>
        <translation>{} im Korpus. Jeder Bogen ist ein Stück mit seiner Log-Wahrscheinlichkeit.</translation>
    </message>
    <message>
        <source> at a loss of {:,.1f}</source>
        <translation> mit einem Verlust von {:,.1f}</translation>
    </message>
    <message>
        <source>, {:.2f} without</source>
        <translation>, {:.2f} ohne</translation>
    </message>
    <message>
        <source>{} goes in this round{}. The best way scores {:.2f} with it{}.</source>
        <translation>{} geht in dieser Runde{}. Der beste Weg hat den Score {:.2f} damit{}.</translation>
    </message>
    <message>
        <source>The word {}</source>
        <translation>Das Wort {}</translation>
    </message>
</context>
<context>
    <name>ZipfPart</name>
    <message>
        <source>All pre-tokens by rank (Zipf plot)</source>
        <translation>Alle Pre-Token nach Rang (Zipf-Diagramm)</translation>
    </message>
</context>
<context>
    <name>ZipfPlot</name>
    <message>
        <source>Rank and frequency of pre-tokens</source>
        <translation>Rang und Häufigkeit der Pre-Token</translation>
    </message>
    <message>
        <source>frequency ~ 1 / rank^{:.2f}; dashed: 1 / rank (Zipf)</source>
        <translation>Häufigkeit ~ 1 / Rang^{:.2f}; gestrichelt: 1 / Rang (Zipf)</translation>
    </message>
    <message>
        <source>rank {:,}: {:,.10g} times</source>
        <translation>Rang {:,}: {:,.10g}-mal</translation>
    </message>
    <message>
        <source>times</source>
        <translation>Mal</translation>
    </message>
    <message>
        <source>rank</source>
        <translation>Rang</translation>
    </message>
</context>
<context>
    <name>_Body</name>
    <message>
        <source>Pipeline: typed, seen, tokens, ids</source>
        <translation>Pipeline: getippt, gesehen, Token, IDs</translation>
    </message>
    <message>
        <source>Tokens {:,} to {:,} of {:,}; click one in the text to have it here.</source>
        <translation>Token {:,} bis {:,} von {:,}; eines im Text anklicken, um es hier zu haben.</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>weggelassen</translation>
    </message>
    <message>
        <source>Click the text to choose it above, a token to look at it</source>
        <translation>Ein Klick auf den Text wählt ihn oben, einer auf ein Token zeigt es</translation>
    </message>
    <message>
        <source>Typed</source>
        <translation>Getippt</translation>
    </message>
    <message>
        <source>Seen</source>
        <translation>Gesehen</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Ids</source>
        <translation>IDs</translation>
    </message>
</context>
<context>
    <name>_PieceView</name>
    <message>
        <source>Pieces of the round</source>
        <translation>Stücke der Runde</translation>
    </message>
</context>
<context>
    <name>_RuleRow</name>
    <message>
        <source>, would merge {} and {}</source>
        <translation>, würde {} und {} verschmelzen</translation>
    </message>
</context>
<context>
    <name>_StepView</name>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
</context>
<context>
    <name>_Weight</name>
    <message>
        <source>How often {} counts</source>
        <translation>Wie oft {} zählt</translation>
    </message>
    <message>
        <source>{}: {}. Arrow keys move it.</source>
        <translation>{}: {}. Pfeiltasten verschieben.</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>weggelassen</translation>
    </message>
</context>
<context>
    <name>actions</name>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Ansicht</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Vorführung</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>Open a session or a tokenizer...</source>
        <translation>Sitzung oder Tokenizer öffnen ...</translation>
    </message>
    <message>
        <source>Open the folder of a tokenizer...</source>
        <translation>Ordner eines Tokenizers öffnen ...</translation>
    </message>
    <message>
        <source>Get a tokenizer by name...</source>
        <translation>Einen Tokenizer nach Namen holen ...</translation>
    </message>
    <message>
        <source>Save the session</source>
        <translation>Sitzung speichern</translation>
    </message>
    <message>
        <source>Save the session as...</source>
        <translation>Sitzung speichern unter ...</translation>
    </message>
    <message>
        <source>Save the tokenizer as...</source>
        <translation>Tokenizer speichern unter ...</translation>
    </message>
    <message>
        <source>Export the comparison...</source>
        <translation>Vergleich exportieren ...</translation>
    </message>
    <message>
        <source>Export the timeline as a film...</source>
        <translation>Zeitleiste als Film exportieren ...</translation>
    </message>
    <message>
        <source>Export this step as a picture...</source>
        <translation>Diesen Schritt als Bild exportieren ...</translation>
    </message>
    <message>
        <source>Write a report...</source>
        <translation>Bericht schreiben ...</translation>
    </message>
    <message>
        <source>Add texts...</source>
        <translation>Texte hinzufügen ...</translation>
    </message>
    <message>
        <source>Add a folder of texts...</source>
        <translation>Ordner mit Texten hinzufügen ...</translation>
    </message>
    <message>
        <source>Paste as a text</source>
        <translation>Als Text einfügen</translation>
    </message>
    <message>
        <source>Look at a text file...</source>
        <translation>Eine Textdatei ansehen ...</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Undo corpus edit</source>
        <translation>Änderung am Korpus rückgängig</translation>
    </message>
    <message>
        <source>Redo corpus edit</source>
        <translation>Änderung am Korpus wiederholen</translation>
    </message>
    <message>
        <source>Find in this pane, else a language</source>
        <translation>In diesem Bereich suchen, sonst eine Sprache</translation>
    </message>
    <message>
        <source>Stop the running job</source>
        <translation>Laufende Aufgabe anhalten</translation>
    </message>
    <message>
        <source>Commands...</source>
        <translation>Befehle ...</translation>
    </message>
    <message>
        <source>Stage: this pane alone, large</source>
        <translation>Bühne: dieser Bereich allein, groß</translation>
    </message>
    <message>
        <source>Blank the stage; any key shows it again</source>
        <translation>Bühne verdunkeln; jede Taste zeigt sie wieder</translation>
    </message>
    <message>
        <source>Next theme</source>
        <translation>Nächstes Farbschema</translation>
    </message>
    <message>
        <source>Larger</source>
        <translation>Größer</translation>
    </message>
    <message>
        <source>Smaller</source>
        <translation>Kleiner</translation>
    </message>
    <message>
        <source>Normal size</source>
        <translation>Normale Größe</translation>
    </message>
    <message>
        <source>Reduced motion</source>
        <translation>Weniger Bewegung</translation>
    </message>
    <message>
        <source>Default layout</source>
        <translation>Standardanordnung</translation>
    </message>
    <message>
        <source>Full screen</source>
        <translation>Vollbild</translation>
    </message>
    <message>
        <source>Train on the checked texts</source>
        <translation>Mit den angekreuzten Texten trainieren</translation>
    </message>
    <message>
        <source>Stop here</source>
        <translation>Hier anhalten</translation>
    </message>
    <message>
        <source>Play, pause</source>
        <translation>Abspielen, Pause</translation>
    </message>
    <message>
        <source>Step on</source>
        <translation>Schritt weiter</translation>
    </message>
    <message>
        <source>Step back</source>
        <translation>Schritt zurück</translation>
    </message>
    <message>
        <source>10 steps on</source>
        <translation>10 Schritte weiter</translation>
    </message>
    <message>
        <source>10 steps back</source>
        <translation>10 Schritte zurück</translation>
    </message>
    <message>
        <source>100 steps on</source>
        <translation>100 Schritte weiter</translation>
    </message>
    <message>
        <source>100 steps back</source>
        <translation>100 Schritte zurück</translation>
    </message>
    <message>
        <source>To the start</source>
        <translation>Zum Anfang</translation>
    </message>
    <message>
        <source>To the end</source>
        <translation>Zum Ende</translation>
    </message>
    <message>
        <source>Why this step</source>
        <translation>Warum dieser Schritt</translation>
    </message>
    <message>
        <source>Next tie</source>
        <translation>Nächster Gleichstand</translation>
    </message>
    <message>
        <source>Previous tie</source>
        <translation>Voriger Gleichstand</translation>
    </message>
    <message>
        <source>Set a bookmark, take it away</source>
        <translation>Lesezeichen setzen, wegnehmen</translation>
    </message>
    <message>
        <source>Note at this step</source>
        <translation>Notiz zu diesem Schritt</translation>
    </message>
    <message>
        <source>Next bookmark</source>
        <translation>Nächstes Lesezeichen</translation>
    </message>
    <message>
        <source>Guess before each step is shown</source>
        <translation>Raten, bevor ein Schritt gezeigt wird</translation>
    </message>
    <message>
        <source>Two runs side by side</source>
        <translation>Zwei Läufe nebeneinander</translation>
    </message>
    <message>
        <source>First difference of the two runs</source>
        <translation>Erster Unterschied der zwei Läufe</translation>
    </message>
    <message>
        <source>Balance of the texts</source>
        <translation>Gewichtung der Texte</translation>
    </message>
    <message>
        <source>Play the merges of the selected tokenizer</source>
        <translation>Merges des gewählten Tokenizers abspielen</translation>
    </message>
    <message>
        <source>Go to step</source>
        <translation>Zu Schritt gehen</translation>
    </message>
    <message>
        <source>Faster</source>
        <translation>Schneller</translation>
    </message>
    <message>
        <source>Slower</source>
        <translation>Langsamer</translation>
    </message>
    <message>
        <source>Next scene</source>
        <translation>Nächste Szene</translation>
    </message>
    <message>
        <source>Previous scene</source>
        <translation>Vorige Szene</translation>
    </message>
    <message>
        <source>Take this view into the show</source>
        <translation>Diese Ansicht in die Vorführung nehmen</translation>
    </message>
    <message>
        <source>Prepare the show...</source>
        <translation>Vorführung vorbereiten ...</translation>
    </message>
    <message>
        <source>End the show</source>
        <translation>Vorführung beenden</translation>
    </message>
    <message>
        <source>A tour of the window</source>
        <translation>Rundgang durch das Fenster</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>Words explained</source>
        <translation>Wörter erklärt</translation>
    </message>
    <message>
        <source>Show the log folder</source>
        <translation>Ordner des Protokolls zeigen</translation>
    </message>
    <message>
        <source>About Mergescope</source>
        <translation>Über Mergescope</translation>
    </message>
</context>
<context>
    <name>addition_facts</name>
    <message>
        <source>First seen</source>
        <translation>Zuerst gesehen</translation>
    </message>
    <message>
        <source>Words in the vocabulary</source>
        <translation>Wörter im Vokabular</translation>
    </message>
    <message>
        <source>{:,}, the newest first</source>
        <translation>{:,}, das neueste zuerst</translation>
    </message>
    <message>
        <source>Words that come next</source>
        <translation>Wörter, die als nächste kommen</translation>
    </message>
    <message>
        <source>unknown as yet</source>
        <translation>noch unbekannt</translation>
    </message>
    <message>
        <source>My words</source>
        <translation>Meine Wörter</translation>
    </message>
    <message>
        <source>known or unknown</source>
        <translation>bekannt oder unbekannt</translation>
    </message>
    <message>
        <source>Add a word</source>
        <translation>Wort hinzufügen</translation>
    </message>
    <message>
        <source>The text begins</source>
        <translation>So beginnt der Text</translation>
    </message>
    <message>
        <source>each character is a token</source>
        <translation>jedes Zeichen ist ein Token</translation>
    </message>
    <message>
        <source>dashed characters are unknown</source>
        <translation>gestrichelte Zeichen sind unbekannt</translation>
    </message>
</context>
<context>
    <name>chip_text</name>
    <message>
        <source>space</source>
        <translation>Leerzeichen</translation>
    </message>
    <message>
        <source>tab</source>
        <translation>Tabulator</translation>
    </message>
    <message>
        <source>line break</source>
        <translation>Zeilenumbruch</translation>
    </message>
</context>
<context>
    <name>comparison_words</name>
    <message>
        <source>These runs cannot be compared step by step: they stand side by side by vocabulary size.</source>
        <translation>Diese Läufe lassen sich nicht Schritt für Schritt vergleichen: sie stehen nach Größe des Vokabulars nebeneinander.</translation>
    </message>
    <message>
        <source> Step {:,} makes the first token that the other lacks there.</source>
        <translation> Schritt {:,} macht das erste Token, das dem anderen dort fehlt.</translation>
    </message>
    <message>
        <source>All steps are the same.</source>
        <translation>Alle Schritte sind gleich.</translation>
    </message>
    <message>
        <source>All steps that both have are the same; this run has {:,}, the other {:,}.</source>
        <translation>Alle gemeinsamen Schritte sind gleich; dieser Lauf hat {:,}, der andere {:,}.</translation>
    </message>
    <message>
        <source>The first difference is step {:,}. {:,} of {:,} steps is the same</source>
        <translation>Der erste Unterschied ist Schritt {:,}. {:,} von {:,} Schritten ist gleich</translation>
    </message>
    <message>
        <source>The first difference is step {:,}. {:,} of {:,} steps are the same</source>
        <translation>Der erste Unterschied ist Schritt {:,}. {:,} von {:,} Schritten sind gleich</translation>
    </message>
    <message>
        <source>, {:,} more makes a token that the other makes elsewhere</source>
        <translation>, {:,} weiterer macht ein Token, das der andere anderswo macht</translation>
    </message>
    <message>
        <source>, {:,} more make a token that the other makes elsewhere</source>
        <translation>, {:,} weitere machen ein Token, das der andere anderswo macht</translation>
    </message>
    <message>
        <source>A branch from step {:,} on, with {}.</source>
        <translation>Ein Zweig ab Schritt {:,}, mit der Regel „{}“.</translation>
    </message>
    <message>
        <source>The same step in both runs.</source>
        <translation>Derselbe Schritt in beiden Läufen.</translation>
    </message>
    <message>
        <source>Beside each other by the size of the vocabulary.</source>
        <translation>Nach Größe des Vokabulars nebeneinander.</translation>
    </message>
    <message>
        <source>Not the same step.</source>
        <translation>Nicht derselbe Schritt.</translation>
    </message>
    <message>
        <source>The other run never makes {}.</source>
        <translation>Der andere Lauf macht {} nie.</translation>
    </message>
    <message>
        <source>The other run makes {} here too, of other parts.</source>
        <translation>Der andere Lauf macht {} auch hier, aus anderen Teilen.</translation>
    </message>
    <message>
        <source>The other run makes {} at step {:,}.</source>
        <translation>Der andere Lauf macht {} in Schritt {:,}.</translation>
    </message>
</context>
<context>
    <name>corpus_facts</name>
    <message>
        <source>Bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>Characters</source>
        <translation>Zeichen</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>Wörter</translation>
    </message>
    <message>
        <source>Pre-tokens</source>
        <translation>Pre-Token</translation>
    </message>
    <message>
        <source>Distinct</source>
        <translation>Verschiedene</translation>
    </message>
    <message>
        <source>Scripts</source>
        <translation>Schriften</translation>
    </message>
    <message>
        <source>Of the checked texts as UTF-8, each counted as often as its weight says</source>
        <translation>Der angekreuzten Texte als UTF-8, jeder so oft gezählt, wie sein Gewicht sagt</translation>
    </message>
    <message>
        <source>Code points of Unicode in the pre-tokens, after the normalizer: an accent may be one of its own</source>
        <translation>Codepunkte von Unicode in den Pre-Token, nach dem Normalizer: ein Akzent kann ein eigener sein</translation>
    </message>
    <message>
        <source>Runs without white space that hold a letter or a digit, inside pre-tokens</source>
        <translation>Folgen ohne Leerraum, die einen Buchstaben oder eine Ziffer enthalten, innerhalb der Pre-Token</translation>
    </message>
    <message>
        <source>Pieces into which the pattern cuts the texts; no token reaches across their ends</source>
        <translation>Stücke, in die das Muster die Texte zerlegt; kein Token reicht über ihre Enden</translation>
    </message>
    <message>
        <source>Different pre-tokens: training takes time and memory for these alone</source>
        <translation>Verschiedene Pre-Token: nur sie kosten das Training Zeit und Speicher</translation>
    </message>
    <message>
        <source>What the letters belong to, the most frequent first</source>
        <translation>Wozu die Buchstaben gehören, das häufigste zuerst</translation>
    </message>
</context>
<context>
    <name>corpus_groups</name>
    <message>
        <source>{:,} more text has something odd.</source>
        <translation>Bei {:,} weiteren Text ist etwas ungewöhnlich.</translation>
    </message>
    <message>
        <source>{:,} more texts have something odd.</source>
        <translation>Bei {:,} weiteren Texten ist etwas ungewöhnlich.</translation>
    </message>
</context>
<context>
    <name>corpus_rows</name>
    <message>
        <source>{}: {:,} files were left out. The first: {}</source>
        <translation>{}: {:,} Dateien wurden ausgelassen. Die erste: {}</translation>
    </message>
</context>
<context>
    <name>curves</name>
    <message>
        <source>Premium while training</source>
        <translation>Aufschlag während des Trainings</translation>
    </message>
    <message>
        <source>tokens ÷ {} tokens</source>
        <translation>Token ÷ Token {}</translation>
    </message>
    <message>
        <source>Premium</source>
        <translation>Aufschlag</translation>
    </message>
</context>
<context>
    <name>cut_blocks</name>
    <message>
        <source>A sum, column by column</source>
        <translation>Eine Summe, Spalte für Spalte</translation>
    </message>
    <message>
        <source>The same numbers under rules for digits</source>
        <translation>Dieselben Zahlen unter Regeln für Ziffern</translation>
    </message>
    <message>
        <source>Its names, each where it first stands</source>
        <translation>Seine Namen, jeder wo er zuerst steht</translation>
    </message>
    <message>
        <source>{:,} token</source>
        <translation>{:,} Token</translation>
    </message>
    <message>
        <source>{:,} tokens</source>
        <translation>{:,} Token</translation>
    </message>
    <message>
        <source>{} in all</source>
        <translation>insgesamt {}</translation>
    </message>
    <message>
        <source>, {:,} of them unknown</source>
        <translation>, {:,} davon unbekannt</translation>
    </message>
    <message>
        <source>{:,}, unknown</source>
        <translation>{:,}, unbekannt</translation>
    </message>
    <message>
        <source>unknown: nothing to line up</source>
        <translation>unbekannt: nichts zu vergleichen</translation>
    </message>
    <message>
        <source>cuts line up</source>
        <translation>Schnitte stehen untereinander</translation>
    </message>
    <message>
        <source>cuts do not line up</source>
        <translation>Schnitte stehen nicht untereinander</translation>
    </message>
    <message>
        <source>{}, {:.1f} a line; {:,} for indentation, {:,} single spaces</source>
        <translation>{}, {:.1f} je Zeile; {:,} für Einrückung, {:,} einzelne Leerzeichen</translation>
    </message>
    <message>
        <source>{:.2f} tokens a name</source>
        <translation>{:.2f} Token je Name</translation>
    </message>
    <message>
        <source>no word</source>
        <translation>kein Wort</translation>
    </message>
    <message>
        <source>{} alone, {:,} with a space before it</source>
        <translation>{} allein, {:,} mit einem Leerzeichen davor</translation>
    </message>
    <message>
        <source>{}, {} inside: {}</source>
        <translation>{}, {} darin: {}</translation>
    </message>
</context>
<context>
    <name>engine</name>
    <message>
        <source>Byte-level BPE</source>
        <translation>Byte-BPE</translation>
    </message>
    <message>
        <source>Starts from the 256 bytes and merges the most frequent pair; it can write every text.</source>
        <translation>Beginnt mit den 256 Bytes und verschmilzt das häufigste Paar; kann jeden Text schreiben.</translation>
    </message>
    <message>
        <source>Character BPE</source>
        <translation>Zeichen-BPE</translation>
    </message>
    <message>
        <source>Starts from the characters of the corpus and merges the most frequent pair; a mark says where a word ends.</source>
        <translation>Beginnt mit den Zeichen des Korpus und verschmilzt das häufigste Paar; eine Marke sagt, wo ein Wort endet.</translation>
    </message>
    <message>
        <source>WordPiece</source>
        <translation>WordPiece</translation>
    </message>
    <message>
        <source>Merges the pair whose parts are most often together rather than apart; encodes by the longest match.</source>
        <translation>Verschmilzt das Paar, dessen Teile am ehesten zusammen statt getrennt stehen; kodiert mit der längsten Übereinstimmung.</translation>
    </message>
    <message>
        <source>Unigram</source>
        <translation>Unigram</translation>
    </message>
    <message>
        <source>Starts from many pieces and takes away those that are missed least; encodes by the likeliest path.</source>
        <translation>Beginnt mit vielen Stücken und nimmt die weg, die am wenigsten fehlen; kodiert mit dem wahrscheinlichsten Weg.</translation>
    </message>
    <message>
        <source>Character level</source>
        <translation>Zeichenebene</translation>
    </message>
    <message>
        <source>Every character of the corpus is a token; nothing is merged.</source>
        <translation>Jedes Zeichen des Korpus ist ein Token; nichts wird verschmolzen.</translation>
    </message>
    <message>
        <source>Word level</source>
        <translation>Wortebene</translation>
    </message>
    <message>
        <source>The most frequent words are tokens, and all others are unknown.</source>
        <translation>Die häufigsten Wörter sind Token, alle anderen sind unbekannt.</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>tokens of all units</source>
        <translation>Token aller Einheiten</translation>
    </message>
    <message>
        <source>Corpus token count: Petrov, La Malfa, Torr and Bibi 2023, arXiv 2305.15425</source>
        <translation>Corpus token count: Petrov, La Malfa, Torr und Bibi 2023, arXiv 2305.15425</translation>
    </message>
    <message>
        <source>Premium</source>
        <translation>Aufschlag</translation>
    </message>
    <message>
        <source>tokens / tokens of the reference language for the same units (ratio of sums)</source>
        <translation>Token / Token der Referenzsprache für dieselben Einheiten (Verhältnis der Summen)</translation>
    </message>
    <message>
        <source>Petrov, La Malfa, Torr and Bibi 2023, arXiv 2305.15425</source>
        <translation>Petrov, La Malfa, Torr und Bibi 2023, arXiv 2305.15425</translation>
    </message>
    <message>
        <source>These texts are not parallel: the same content is not in all of them, so no premium can be told.</source>
        <translation>Diese Texte sind nicht parallel: nicht alle haben denselben Inhalt, darum lässt sich kein Aufschlag angeben.</translation>
    </message>
    <message>
        <source>Bytes per token</source>
        <translation>Bytes je Token</translation>
    </message>
    <message>
        <source>UTF-8 bytes / tokens; compare within one language, for scripts differ in bytes a character</source>
        <translation>UTF-8-Bytes / Token; innerhalb einer Sprache vergleichen, denn Schriften haben verschieden viele Bytes je Zeichen</translation>
    </message>
    <message>
        <source>Compression, as in TokEval and tokka-bench</source>
        <translation>Kompression, wie in TokEval und tokka-bench</translation>
    </message>
    <message>
        <source>Characters per token</source>
        <translation>Zeichen je Token</translation>
    </message>
    <message>
        <source>code points / tokens; compare within one language, for a character says more in some scripts</source>
        <translation>Codepunkte / Token; innerhalb einer Sprache vergleichen, denn ein Zeichen sagt in manchen Schriften mehr</translation>
    </message>
    <message>
        <source>Limisiewicz et al. 2023, arXiv 2305.17179</source>
        <translation>Limisiewicz et al. 2023, arXiv 2305.17179</translation>
    </message>
    <message>
        <source>Fertility</source>
        <translation>Fertilität</translation>
    </message>
    <message>
        <source>tokens / words; a dash for scripts that do not part words by blanks</source>
        <translation>Token / Wörter; ein Strich bei Schriften, die Wörter nicht durch Leerzeichen trennen</translation>
    </message>
    <message>
        <source>Rust et al. 2021; words by Unicode&apos;s segmentation (annex 29) that hold a letter or a number</source>
        <translation>Rust et al. 2021; Wörter nach der Segmentierung von Unicode (Anhang 29), die einen Buchstaben oder eine Ziffer enthalten</translation>
    </message>
    <message>
        <source>This script does not part words by blanks, so there are no words to count.</source>
        <translation>Diese Schrift trennt Wörter nicht durch Leerzeichen, darum gibt es keine Wörter zu zählen.</translation>
    </message>
    <message>
        <source>Continued words</source>
        <translation>Zerteilte Wörter</translation>
    </message>
    <message>
        <source>words with a token boundary inside / words; a dash for scripts that do not part words by blanks</source>
        <translation>Wörter mit einer Token-Grenze im Innern / Wörter; ein Strich bei Schriften, die Wörter nicht durch Leerzeichen trennen</translation>
    </message>
    <message>
        <source>Unknown share</source>
        <translation>Anteil Unbekanntes</translation>
    </message>
    <message>
        <source>code points under unknown tokens / code points; above 2 % no other measure is shown</source>
        <translation>Codepunkte unter unbekannten Token / Codepunkte; über 2 % wird kein anderes Maß gezeigt</translation>
    </message>
    <message>
        <source>After Petrov et al. 2023, whose limit is 10 %</source>
        <translation>Nach Petrov et al. 2023, deren Grenze 10 % ist</translation>
    </message>
    <message>
        <source>Characters cut</source>
        <translation>Zerschnittene Zeichen</translation>
    </message>
    <message>
        <source>grapheme clusters with a token boundary inside / all grapheme clusters</source>
        <translation>Graphem-Cluster mit einer Token-Grenze im Innern / alle Graphem-Cluster</translation>
    </message>
    <message>
        <source>What a reader sees as one character, by Unicode annex 29</source>
        <translation>Was man beim Lesen als ein Zeichen sieht, nach Unicode Anhang 29</translation>
    </message>
    <message>
        <source>Tokens a page</source>
        <translation>Token je Seite</translation>
    </message>
    <message>
        <source>tokens / pages; a page is what 1,800 characters of the reference language say, whichever language says it</source>
        <translation>Token / Seiten; eine Seite ist, was 1,800 Zeichen der Referenzsprache sagen, in welcher Sprache es auch gesagt wird</translation>
    </message>
    <message>
        <source>Context and price in proportion to tokens: Petrov, La Malfa, Torr and Bibi 2023, arXiv 2305.15425; a page of 1,800 characters as translators count</source>
        <translation>Kontext und Preis im Verhältnis zu den Token: Petrov, La Malfa, Torr und Bibi 2023, arXiv 2305.15425; eine Seite mit 1,800 Zeichen, wie Übersetzer zählen</translation>
    </message>
    <message>
        <source>These texts are not parallel, so a page in one language is not the same text in another.</source>
        <translation>Diese Texte sind nicht parallel, darum ist eine Seite in einer Sprache nicht derselbe Text in einer anderen.</translation>
    </message>
    <message>
        <source>Vocabulary use</source>
        <translation>Nutzung des Vokabulars</translation>
    </message>
    <message>
        <source>different tokens that came out / entries of the vocabulary; grows with the length of the text</source>
        <translation>verschiedene Token, die herauskamen / Einträge des Vokabulars; wächst mit der Länge des Texts</translation>
    </message>
    <message>
        <source>As in TokEval and tokka-bench</source>
        <translation>Wie in TokEval und tokka-bench</translation>
    </message>
    <message>
        <source>Rényi efficiency</source>
        <translation>Rényi-Effizienz</translation>
    </message>
    <message>
        <source>Rényi entropy of order 2.5 of the tokens&apos; frequencies / log2 of the number of different tokens</source>
        <translation>Rényi-Entropie der Ordnung 2.5 der Token-Häufigkeiten / log2 der Zahl verschiedener Token</translation>
    </message>
    <message>
        <source>Zouhar et al. 2023, arXiv 2306.16842. It can be raised at will while translations get worse (Cognetta et al. 2024, arXiv 2402.14614): show it, do not rank by it alone</source>
        <translation>Zouhar et al. 2023, arXiv 2306.16842. Sie lässt sich beliebig steigern, während Übersetzungen schlechter werden (Cognetta et al. 2024, arXiv 2402.14614): zeigen, aber nicht danach allein ordnen</translation>
    </message>
    <message>
        <source>Fewer than two different tokens came out.</source>
        <translation>Weniger als zwei verschiedene Token kamen heraus.</translation>
    </message>
    <message>
        <source>Gini = sum of |a - b| over all pairs of languages / (2 n² mean), of tokens for the same units; 0: all pay the same.
Tokenizer fairness Gini: Foroutan et al. 2025, arXiv 2508.04796.</source>
        <translation>Gini = Summe von |a - b| über alle Paare von Sprachen / (2 n² Mittelwert), der Token für dieselben Einheiten; 0: alle zahlen gleich viel.
Tokenizer fairness Gini: Foroutan et al. 2025, arXiv 2508.04796.</translation>
    </message>
    <message>
        <source>NFC: composed</source>
        <translation>NFC: zusammengesetzt</translation>
    </message>
    <message>
        <source>whether letters and accents were typed apart</source>
        <translation>ob Buchstaben und Akzente getrennt getippt waren</translation>
    </message>
    <message>
        <source>NFD: decomposed</source>
        <translation>NFD: zerlegt</translation>
    </message>
    <message>
        <source>whether letters and accents were typed as one</source>
        <translation>ob Buchstaben und Akzente als eins getippt waren</translation>
    </message>
    <message>
        <source>NFKC: composed, variants made equal</source>
        <translation>NFKC: zusammengesetzt, Varianten angeglichen</translation>
    </message>
    <message>
        <source>full-width forms, ligatures, superscripts</source>
        <translation>vollbreite Formen, Ligaturen, Hochstellungen</translation>
    </message>
    <message>
        <source>NFKD: decomposed, variants made equal</source>
        <translation>NFKD: zerlegt, Varianten angeglichen</translation>
    </message>
    <message>
        <source>Lower case</source>
        <translation>Kleinschreibung</translation>
    </message>
    <message>
        <source>capitals</source>
        <translation>Großbuchstaben</translation>
    </message>
    <message>
        <source>Combining marks taken off</source>
        <translation>Kombinierende Zeichen entfernt</translation>
    </message>
    <message>
        <source>accents and vowel signs that stand apart</source>
        <translation>Akzente und Vokalzeichen, die für sich stehen</translation>
    </message>
    <message>
        <source>Blanks as ▁, one in front</source>
        <translation>Leerzeichen als ▁, eines davor</translation>
    </message>
    <message>
        <source>blanks at both ends, and more than one in a row</source>
        <translation>Leerzeichen an beiden Enden und mehr als eines in Folge</translation>
    </message>
    <message>
        <source>SentencePiece&apos;s default</source>
        <translation>Standard von SentencePiece</translation>
    </message>
    <message>
        <source>variants, kinds of white space, control characters</source>
        <translation>Varianten, Arten von Leerraum, Steuerzeichen</translation>
    </message>
    <message>
        <source>BERT&apos;s cleaning, without capitals and accents</source>
        <translation>Säuberung von BERT, ohne Großschreibung und Akzente</translation>
    </message>
    <message>
        <source>capitals, accents, control characters</source>
        <translation>Großbuchstaben, Akzente, Steuerzeichen</translation>
    </message>
    <message>
        <source>BERT&apos;s cleaning, without capitals</source>
        <translation>Säuberung von BERT, ohne Großschreibung</translation>
    </message>
    <message>
        <source>capitals, control characters</source>
        <translation>Großbuchstaben, Steuerzeichen</translation>
    </message>
    <message>
        <source>Likelihood</source>
        <translation>Likelihood</translation>
    </message>
    <message>
        <source>count(ab) / (count(a) x count(b)): the usual reconstruction of BERT&apos;s trainer, which was never released. With a low minimum frequency it takes the rarest pairs.</source>
        <translation>Anzahl(ab) / (Anzahl(a) x Anzahl(b)): die übliche Rekonstruktion des nie veröffentlichten Trainers von BERT. Bei niedriger Mindestanzahl nimmt er die seltensten Paare.</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>Anzahl</translation>
    </message>
    <message>
        <source>how often the pair occurs: what tokenizers does under the name of WordPiece</source>
        <translation>wie oft das Paar vorkommt: was tokenizers unter dem Namen WordPiece tut</translation>
    </message>
    <message>
        <source>Smallest ids</source>
        <translation>Kleinste IDs</translation>
    </message>
    <message>
        <source>First seen</source>
        <translation>Zuerst gesehen</translation>
    </message>
    <message>
        <source>Lexicographically smallest</source>
        <translation>Lexikografisch kleinstes</translation>
    </message>
    <message>
        <source>Lexicographically largest</source>
        <translation>Lexikografisch größtes</translation>
    </message>
    <message>
        <source>Shortest, then smallest</source>
        <translation>Kürzestes, dann kleinstes</translation>
    </message>
    <message>
        <source>GPT-2</source>
        <translation>GPT-2</translation>
    </message>
    <message>
        <source>cl100k (GPT-3.5 and GPT-4)</source>
        <translation>cl100k (GPT-3.5 und GPT-4)</translation>
    </message>
    <message>
        <source>o200k (GPT-4o and later)</source>
        <translation>o200k (GPT-4o und später)</translation>
    </message>
    <message>
        <source>Llama 3</source>
        <translation>Llama 3</translation>
    </message>
    <message>
        <source>Qwen 2 and 3</source>
        <translation>Qwen 2 und 3</translation>
    </message>
    <message>
        <source>Between white space, which is dropped</source>
        <translation>Zwischen Leerraum, der wegfällt</translation>
    </message>
    <message>
        <source>BERT: between white space, punctuation alone</source>
        <translation>BERT: zwischen Leerraum, Satzzeichen einzeln</translation>
    </message>
    <message>
        <source>Before each ▁ (SentencePiece)</source>
        <translation>Vor jedem ▁ (SentencePiece)</translation>
    </message>
    <message>
        <source>Whole text</source>
        <translation>Ganzer Text</translation>
    </message>
    <message>
        <source>tokenizers</source>
        <translation>tokenizers</translation>
    </message>
    <message>
        <source>minbpe</source>
        <translation>minbpe</translation>
    </message>
    <message>
        <source>tiktoken, teaching module</source>
        <translation>tiktoken, Lehrmodul</translation>
    </message>
    <message>
        <source>sentencepiece</source>
        <translation>sentencepiece</translation>
    </message>
    <message>
        <source>CS336</source>
        <translation>CS336</translation>
    </message>
    <message>
        <source>tokenizer.json (tokenizers)</source>
        <translation>tokenizer.json (tokenizers)</translation>
    </message>
    <message>
        <source>Ranks (tiktoken)</source>
        <translation>Ränge (tiktoken)</translation>
    </message>
    <message>
        <source>Mergescope</source>
        <translation>Mergescope</translation>
    </message>
    <message>
        <source>Vocabulary, to read</source>
        <translation>Vokabular, zum Lesen</translation>
    </message>
    <message>
        <source>vocab.json and merges.txt, a folder</source>
        <translation>vocab.json und merges.txt, ein Ordner</translation>
    </message>
    <message>
        <source>vocab.txt (BERT), a folder</source>
        <translation>vocab.txt (BERT), ein Ordner</translation>
    </message>
    <message>
        <source>Family of scripts</source>
        <translation>Schriftfamilie</translation>
    </message>
    <message>
        <source>Script</source>
        <translation>Schrift</translation>
    </message>
    <message>
        <source>Speakers (estimates)</source>
        <translation>Sprecher (Schätzungen)</translation>
    </message>
    <message>
        <source>two different things follow it in running text, as sentencepiece has it; a blank and a line&apos;s end are two</source>
        <translation>zwei verschiedene Dinge folgen im laufenden Text, wie bei sentencepiece; ein Leerzeichen und ein Zeilenende sind zwei</translation>
    </message>
    <message>
        <source>it occurs twice, word ends included: fewer tokens and a better likelihood</source>
        <translation>es kommt zweimal vor, Wortenden eingeschlossen: weniger Token und eine bessere Likelihood</translation>
    </message>
    <message>
        <source>English prose. Moby-Dick (bundled) comes to 4.18, 4.27 and 4.32 bytes a token with gpt2, cl100k_base and o200k_base, and to 0.74, 0.76 and 0.77 words a token; the rule of thumb that OpenAI gives is 4 characters and 0.75 words.</source>
        <translation>Englische Prosa. Moby-Dick (mitgeliefert) kommt mit gpt2, cl100k_base und o200k_base auf 4.18, 4.27 und 4.32 Bytes je Token und auf 0.74, 0.76 und 0.77 Wörter je Token; die Faustregel von OpenAI ist 4 Zeichen und 0.75 Wörter.</translation>
    </message>
    <message>
        <source>as one piece</source>
        <translation>als ein Stück</translation>
    </message>
    <message>
        <source>each digit alone</source>
        <translation>jede Ziffer allein</translation>
    </message>
    <message>
        <source>threes from the left</source>
        <translation>Dreiergruppen von links</translation>
    </message>
    <message>
        <source>threes from the right</source>
        <translation>Dreiergruppen von rechts</translation>
    </message>
    <message>
        <source>Latin</source>
        <translation>Lateinisch</translation>
    </message>
    <message>
        <source>Other European</source>
        <translation>Übriges Europa</translation>
    </message>
    <message>
        <source>Middle East, North Africa</source>
        <translation>Naher Osten, Nordafrika</translation>
    </message>
    <message>
        <source>Ethiopic</source>
        <translation>Äthiopisch</translation>
    </message>
    <message>
        <source>South Asia</source>
        <translation>Südasien</translation>
    </message>
    <message>
        <source>South-east Asia</source>
        <translation>Südostasien</translation>
    </message>
    <message>
        <source>East Asia</source>
        <translation>Ostasien</translation>
    </message>
    <message>
        <source>America</source>
        <translation>Amerika</translation>
    </message>
    <message>
        <source>100 million speakers and more</source>
        <translation>100 Millionen Sprecher und mehr</translation>
    </message>
    <message>
        <source>10 to 100 million speakers</source>
        <translation>10 bis 100 Millionen Sprecher</translation>
    </message>
    <message>
        <source>1 to 10 million speakers</source>
        <translation>1 bis 10 Millionen Sprecher</translation>
    </message>
    <message>
        <source>Under 1 million speakers</source>
        <translation>Unter 1 Million Sprecher</translation>
    </message>
    <message>
        <source>Speakers not known</source>
        <translation>Sprecherzahl unbekannt</translation>
    </message>
    <message>
        <source>Script not known</source>
        <translation>Schrift unbekannt</translation>
    </message>
    <message>
        <source>special</source>
        <translation>Special Token</translation>
    </message>
    <message>
        <source>hole</source>
        <translation>Lücke</translation>
    </message>
    <message>
        <source>word start</source>
        <translation>Wortanfang</translation>
    </message>
    <message>
        <source>letters</source>
        <translation>Buchstaben</translation>
    </message>
    <message>
        <source>number</source>
        <translation>Zahl</translation>
    </message>
    <message>
        <source>punctuation</source>
        <translation>Satzzeichen</translation>
    </message>
    <message>
        <source>white space</source>
        <translation>Leerraum</translation>
    </message>
    <message>
        <source>mixed</source>
        <translation>gemischt</translation>
    </message>
    <message>
        <source>part</source>
        <translation>Teil</translation>
    </message>
    <message>
        <source>Reading the merges</source>
        <translation>Lese die Merges</translation>
    </message>
    <message>
        <source>Preparing</source>
        <translation>Bereite vor</translation>
    </message>
    <message>
        <source>Sorting</source>
        <translation>Sortiere</translation>
    </message>
    <message>
        <source>Finding substrings</source>
        <translation>Suche Teilketten</translation>
    </message>
    <message>
        <source>Choosing seeds</source>
        <translation>Wähle Seeds</translation>
    </message>
    <message>
        <source>Noting pieces</source>
        <translation>Notiere Stücke</translation>
    </message>
    <message>
        <source>Expectation</source>
        <translation>Erwartungswerte</translation>
    </message>
    <message>
        <source>Pruning</source>
        <translation>Dünne aus</translation>
    </message>
    <message>
        <source>Counting pairs</source>
        <translation>Zähle Paare</translation>
    </message>
    <message>
        <source>Cutting</source>
        <translation>Zerlege</translation>
    </message>
    <message>
        <source>Cutting languages</source>
        <translation>Zerlege Sprachen</translation>
    </message>
    <message>
        <source>Merging</source>
        <translation>Verschmelze</translation>
    </message>
    <message>
        <source>Taking words</source>
        <translation>Nehme Wörter auf</translation>
    </message>
    <message>
        <source>Comparing</source>
        <translation>Vergleiche</translation>
    </message>
    <message>
        <source>Counting</source>
        <translation>Zähle</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>Lese</translation>
    </message>
    <message>
        <source>1 byte</source>
        <translation>1 Byte</translation>
    </message>
    <message>
        <source>9 or more</source>
        <translation>9 oder mehr</translation>
    </message>
    <message>
        <source>not learned</source>
        <translation>nicht gelernt</translation>
    </message>
    <message>
        <source>to 1,000</source>
        <translation>bis 1,000</translation>
    </message>
    <message>
        <source>to 10,000</source>
        <translation>bis 10,000</translation>
    </message>
    <message>
        <source>to 100,000</source>
        <translation>bis 100,000</translation>
    </message>
    <message>
        <source>later</source>
        <translation>später</translation>
    </message>
    <message>
        <source>other scripts</source>
        <translation>andere Schriften</translation>
    </message>
    <message>
        <source>other languages</source>
        <translation>andere Sprachen</translation>
    </message>
</context>
<context>
    <name>equation</name>
    <message>
        <source>occurrence</source>
        <translation>Vorkommen</translation>
    </message>
    <message>
        <source>occurrences</source>
        <translation>Vorkommen</translation>
    </message>
    <message>
        <source>of all words</source>
        <translation>aller Wörter</translation>
    </message>
    <message>
        <source>word changes</source>
        <translation>Wort ändert sich</translation>
    </message>
    <message>
        <source>words change</source>
        <translation>Wörter ändern sich</translation>
    </message>
    <message>
        <source>its id</source>
        <translation>seine ID</translation>
    </message>
    <message>
        <source>, tie of {:,}</source>
        <translation>, Gleichstand von {:,}</translation>
    </message>
    <message>
        <source>{} and {} become {}</source>
        <translation>aus {} und {} wird {}</translation>
    </message>
    <message>
        <source>the word {} is taken in</source>
        <translation>das Wort {} wird aufgenommen</translation>
    </message>
    <message>
        <source>Step {:,}, {}, {} times{}{}.</source>
        <translation>Schritt {:,}, {}, {}&#xa0;Mal{}{}.</translation>
    </message>
</context>
<context>
    <name>explain_words</name>
    <message>
        <source>Merging from the left, without ranks, happens to give the same here.</source>
        <translation>Von links verschmelzen, ohne Ränge, ergibt hier zufällig dasselbe.</translation>
    </message>
    <message>
        <source>Merging from the left, without ranks, gives other tokens: wrong from token {} on.</source>
        <translation>Von links verschmelzen, ohne Ränge, ergibt andere Token: falsch ab Token {}.</translation>
    </message>
    <message>
        <source>no merge</source>
        <translation>kein Merge</translation>
    </message>
    <message>
        <source>1 merge</source>
        <translation>1 Merge</translation>
    </message>
    <message>
        <source>{:,} merges, in the order of their ranks</source>
        <translation>{:,} Merges, in der Reihenfolge ihrer Ränge</translation>
    </message>
    <message>
        <source>{:,} bytes, {}</source>
        <translation>{:,} Bytes, {}</translation>
    </message>
    <message>
        <source>The longest start of the word that is in the vocabulary, then the longest of the rest.</source>
        <translation>Der längste Anfang des Worts, der im Vokabular steht, dann der längste des Rests.</translation>
    </message>
    <message>
        <source>{:,} pieces occur in it; the thicker an arc, the likelier a cut uses it.</source>
        <translation>{:,} Stücke kommen darin vor; je dicker ein Bogen, desto eher nimmt ihn eine Zerlegung.</translation>
    </message>
    <message>
        <source>Found whole; this tokenizer has no steps in between.</source>
        <translation>Ganz gefunden; dieser Tokenizer hat keine Schritte dazwischen.</translation>
    </message>
</context>
<context>
    <name>explaining</name>
    <message>
        <source>A special token: it is found in the text by its name, before anything else, and stands for itself.</source>
        <translation>Ein Special Token: es wird im Text an seinem Namen erkannt, vor allem anderen, und steht für sich selbst.</translation>
    </message>
    <message>
        <source>This pre-token has {:,} bytes; the way to its tokens is shown up to {}.</source>
        <translation>Dieses Pre-Token hat {:,} Bytes; der Weg zu seinen Token wird bis {} gezeigt.</translation>
    </message>
    <message>
        <source>For {} the way to a token is told in texts without special tokens.</source>
        <translation>Für {} wird der Weg zu einem Token in Texten ohne Special Tokens gezeigt.</translation>
    </message>
    <message>
        <source>For {} the way to a token is told in texts of up to {:,} characters.</source>
        <translation>Bei {} wird der Weg zu einem Token in Texten bis {:,} Zeichen erklärt.</translation>
    </message>
    <message>
        <source>{} has no pre-tokens: its model sees all {:,} bytes at once.</source>
        <translation>{} hat keine Pre-Token: sein Modell sieht alle {:,} Bytes auf einmal.</translation>
    </message>
    <message>
        <source>{} runs on its own library, which cuts this text otherwise than its model alone explains.</source>
        <translation>{} läuft mit seiner eigenen Bibliothek, die diesen Text anders zerlegt, als sein Modell allein erklärt.</translation>
    </message>
</context>
<context>
    <name>file_commands</name>
    <message>
        <source>Sessions and tokenizers (*{} {})</source>
        <translation>Sitzungen und Tokenizer (*{} {})</translation>
    </message>
    <message>
        <source>Sessions (*{})</source>
        <translation>Sitzungen (*{})</translation>
    </message>
    <message>
        <source>Tokenizers ({})</source>
        <translation>Tokenizer ({})</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
</context>
<context>
    <name>glossary</name>
    <message>
        <source>Alignment</source>
        <translation>Alignment</translation>
    </message>
    <message>
        <source>Which sentence of one language says what which sentence of another says; only those are compared.</source>
        <translation>Welcher Satz einer Sprache sagt, was welcher Satz einer anderen sagt; nur diese werden verglichen.</translation>
    </message>
    <message>
        <source>Bootstrap interval</source>
        <translation>Bootstrap-Intervall</translation>
    </message>
    <message>
        <source>How far a figure would move if other sentences of the same kind had been taken: drawn again many times, and the middle 95 % shown.</source>
        <translation>Wie weit sich eine Zahl verschöbe, wenn andere Sätze derselben Art genommen worden wären: viele Male neu gezogen, und die mittleren 95 % gezeigt.</translation>
    </message>
    <message>
        <source>BPE, byte-pair encoding</source>
        <translation>BPE, Byte-Pair-Encoding</translation>
    </message>
    <message>
        <source>Starts from single symbols and, step by step, makes one token of the two neighbours that stand together most often.</source>
        <translation>Beginnt mit einzelnen Symbolen und macht Schritt für Schritt ein Token aus den zwei Nachbarn, die am häufigsten beieinanderstehen.</translation>
    </message>
    <message>
        <source>BPE-dropout</source>
        <translation>BPE-Dropout</translation>
    </message>
    <message>
        <source>Leaves out merges at random, so that the same word is cut in another way each time; models learn more from that.</source>
        <translation>Lässt zufällig Merges aus, sodass dasselbe Wort jedes Mal anders zerlegt wird; Modelle lernen daraus mehr.</translation>
    </message>
    <message>
        <source>Byte-level</source>
        <translation>Byte-Ebene</translation>
    </message>
    <message>
        <source>The smallest symbols are the 256 bytes of UTF-8, so that no text is unknown.</source>
        <translation>Die kleinsten Symbole sind die 256 Bytes von UTF-8, sodass kein Text unbekannt ist.</translation>
    </message>
    <message>
        <source>Code point</source>
        <translation>Codepunkt</translation>
    </message>
    <message>
        <source>A number of Unicode for a letter, a sign or an accent; in UTF-8 it takes one to four bytes.</source>
        <translation>Eine Nummer von Unicode für einen Buchstaben, ein Zeichen oder einen Akzent; in UTF-8 braucht sie ein bis vier Bytes.</translation>
    </message>
    <message>
        <source>Corpus</source>
        <translation>Korpus</translation>
    </message>
    <message>
        <source>All the texts that are learned from; corpus tokens are how many tokens they make at a step.</source>
        <translation>Alle Texte, aus denen gelernt wird; die Token des Korpus sind, wie viele Token sie bei einem Schritt ergeben.</translation>
    </message>
    <message>
        <source>d_model</source>
        <translation>d_model</translation>
    </message>
    <message>
        <source>How many numbers a model keeps for each token; a vocabulary of V tokens costs V times d_model of them.</source>
        <translation>Wie viele Zahlen ein Modell für jedes Token hält; ein Vokabular aus V Token kostet V mal d_model davon.</translation>
    </message>
    <message>
        <source>Embedding table, output table</source>
        <translation>Embedding-Tabelle, Ausgabetabelle</translation>
    </message>
    <message>
        <source>The rows of numbers that turn ids into what a model computes with, and back; tied means that one table does both.</source>
        <translation>Die Reihen von Zahlen, die IDs in das verwandeln, womit ein Modell rechnet, und zurück; geteilt heißt, dass eine Tabelle beides tut.</translation>
    </message>
    <message>
        <source>End-of-word mark</source>
        <translation>Marke am Wortende</translation>
    </message>
    <message>
        <source>A sign such as &lt;/w&gt; that tells a token which ends a word from the same letters inside one.</source>
        <translation>Ein Zeichen wie &lt;/w&gt;, das ein Token am Wortende von denselben Buchstaben im Wortinnern unterscheidet.</translation>
    </message>
    <message>
        <source>Fertility</source>
        <translation>Fertilität</translation>
    </message>
    <message>
        <source>Tokens per word; it is given only where the writing shows where words end.</source>
        <translation>Token je Wort; sie wird nur angegeben, wo die Schrift zeigt, wo Wörter enden.</translation>
    </message>
    <message>
        <source>Gini coefficient</source>
        <translation>Gini-Koeffizient</translation>
    </message>
    <message>
        <source>How unequally tokens are spread over languages: 0 when all pay the same, near 1 when one pays nearly all.</source>
        <translation>Wie ungleich Token über Sprachen verteilt sind: 0, wenn alle gleich viel zahlen, nahe 1, wenn eine fast alles zahlt.</translation>
    </message>
    <message>
        <source>Glitch token</source>
        <translation>Glitch-Token</translation>
    </message>
    <message>
        <source>A token that texts hardly ever produce, so that a model never learned what it means.</source>
        <translation>Ein Token, das Texte kaum je hervorbringen, sodass ein Modell nie gelernt hat, was es bedeutet.</translation>
    </message>
    <message>
        <source>Grapheme cluster</source>
        <translation>Graphem-Cluster</translation>
    </message>
    <message>
        <source>What a reader sees as one character, though it may be several code points, such as a letter with its accents.</source>
        <translation>Was man beim Lesen als ein Zeichen sieht, auch wenn es aus mehreren Codepunkten besteht, etwa ein Buchstabe mit seinen Akzenten.</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>ID</translation>
    </message>
    <message>
        <source>The number of a token in its vocabulary; it is all that a model sees of the text.</source>
        <translation>Die Nummer eines Tokens in seinem Vokabular; sie ist alles, was ein Modell vom Text sieht.</translation>
    </message>
    <message>
        <source>Identity</source>
        <translation>Identität</translation>
    </message>
    <message>
        <source>A fingerprint of all that decides ids: two tokenizers with the same one give the same ids for every text.</source>
        <translation>Ein Fingerabdruck von allem, was über IDs entscheidet: zwei Tokenizer mit demselben geben für jeden Text dieselben IDs.</translation>
    </message>
    <message>
        <source>Merge</source>
        <translation>Merge</translation>
    </message>
    <message>
        <source>One learned step: two tokens that stand side by side become one, everywhere.</source>
        <translation>Ein gelernter Schritt: zwei Token, die nebeneinanderstehen, werden überall zu einem.</translation>
    </message>
    <message>
        <source>Normalizer</source>
        <translation>Normalisierer</translation>
    </message>
    <message>
        <source>Changes the text before it is cut, such as to small letters or to one spelling of accents (NFC); what it changes is lost.</source>
        <translation>Ändert den Text, bevor er zerlegt wird, etwa zu kleinen Buchstaben oder zu einer einzigen Schreibung der Akzente (NFC); was er ändert, ist verloren.</translation>
    </message>
    <message>
        <source>Pattern, pre-tokenizer</source>
        <translation>Muster, Pre-Tokenizer</translation>
    </message>
    <message>
        <source>Cuts a text into pieces (pre-tokens) across which no token ever reaches, mostly words with the blank before them.</source>
        <translation>Zerlegt einen Text in Stücke (Pre-Token), über die kein Token je hinausreicht, meist Wörter mit dem Leerzeichen davor.</translation>
    </message>
    <message>
        <source>Premium</source>
        <translation>Aufschlag</translation>
    </message>
    <message>
        <source>Tokens of a language over tokens of the reference for the same text: 2.0 pays twice.</source>
        <translation>Token einer Sprache geteilt durch Token der Referenz für denselben Text: 2.0 zahlt das Doppelte.</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rang</translation>
    </message>
    <message>
        <source>At which step a token was learned; where several merges fit, the one with the lowest rank is made first.</source>
        <translation>Bei welchem Schritt ein Token gelernt wurde; wo mehrere Merges passen, kommt der mit dem niedrigsten Rang zuerst.</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>Datensatz</translation>
    </message>
    <message>
        <source>What is one text to the trainer: a file, a line, a paragraph, or a row of a table; no token reaches across its ends.</source>
        <translation>Was für den Trainer ein Text ist: eine Datei, eine Zeile, ein Absatz oder eine Reihe einer Tabelle; kein Token reicht über seine Enden.</translation>
    </message>
    <message>
        <source>Rényi efficiency</source>
        <translation>Rényi-Effizienz</translation>
    </message>
    <message>
        <source>How evenly a text uses the vocabulary: 1 when all tokens are equally frequent, low when few do all the work.</source>
        <translation>Wie gleichmäßig ein Text das Vokabular nutzt: 1, wenn alle Token gleich häufig sind, niedrig, wenn wenige die ganze Arbeit tun.</translation>
    </message>
    <message>
        <source>Round trip</source>
        <translation>Rundreise</translation>
    </message>
    <message>
        <source>From text to ids and back; it is whole when the text comes back as it was.</source>
        <translation>Vom Text zu IDs und zurück; sie ist verlustfrei, wenn der Text zurückkommt, wie er war.</translation>
    </message>
    <message>
        <source>Special token</source>
        <translation>Special Token</translation>
    </message>
    <message>
        <source>A token that is no text but a sign to the model, such as the end of a document; typed text does not make one unless it is allowed.</source>
        <translation>Ein Token, das kein Text ist, sondern ein Zeichen an das Modell, etwa das Ende eines Dokuments; getippter Text ergibt keines, wenn es nicht erlaubt ist.</translation>
    </message>
    <message>
        <source>Tie</source>
        <translation>Gleichstand</translation>
    </message>
    <message>
        <source>Several pairs are equally frequent, and only a rule decides; libraries have different rules, and so learn different merges.</source>
        <translation>Mehrere Paare sind gleich häufig, und nur eine Regel entscheidet; Bibliotheken haben verschiedene Regeln und lernen darum verschiedene Merges.</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>A piece of text that has a number of its own: a word, a part of one, or single bytes.</source>
        <translation>Ein Stück Text mit einer eigenen Nummer: ein Wort, ein Teil davon oder einzelne Bytes.</translation>
    </message>
    <message>
        <source>U+FFFD</source>
        <translation>U+FFFD</translation>
    </message>
    <message>
        <source>The sign that stands for bytes which are no character in the encoding that they are read in.</source>
        <translation>Das Zeichen für Bytes, die in der Kodierung, in der sie gelesen werden, kein Zeichen sind.</translation>
    </message>
    <message>
        <source>Unigram</source>
        <translation>Unigram</translation>
    </message>
    <message>
        <source>Starts from many candidate pieces and takes those out that are missed least; a text is cut in the most probable way.</source>
        <translation>Beginnt mit vielen möglichen Stücken und nimmt die heraus, die am wenigsten fehlen; ein Text wird auf die wahrscheinlichste Weise zerlegt.</translation>
    </message>
    <message>
        <source>Unreachable token</source>
        <translation>Unerreichbares Token</translation>
    </message>
    <message>
        <source>A token in the vocabulary that no text at all is encoded to.</source>
        <translation>Ein Token im Vokabular, zu dem überhaupt kein Text kodiert wird.</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>Vokabular</translation>
    </message>
    <message>
        <source>All tokens that there are, with their ids; its size is chosen before the training.</source>
        <translation>Alle Token, die es gibt, mit ihren IDs; seine Größe wird vor dem Training gewählt.</translation>
    </message>
    <message>
        <source>WordPiece</source>
        <translation>WordPiece</translation>
    </message>
    <message>
        <source>Like BPE, but a pair is taken when it stands together more often than its parts would by chance; words are then cut by the longest piece that fits.</source>
        <translation>Wie BPE, aber ein Paar wird genommen, wenn es öfter beieinandersteht, als seine Teile es zufällig täten; Wörter werden dann mit dem längsten passenden Stück zerlegt.</translation>
    </message>
    <message>
        <source>Zipf&apos;s law</source>
        <translation>Zipfsches Gesetz</translation>
    </message>
    <message>
        <source>A few words are very frequent and most are rare: the second stands half as often as the first, the third a third as often.</source>
        <translation>Wenige Wörter sind sehr häufig und die meisten selten: das zweite kommt halb so oft vor wie das erste, das dritte ein Drittel so oft.</translation>
    </message>
</context>
<context>
    <name>heat_scale</name>
    <message>
        <source>below 1</source>
        <translation>unter 1</translation>
    </message>
    <message>
        <source>12 and more</source>
        <translation>12 und mehr</translation>
    </message>
    <message>
        <source>below {}</source>
        <translation>unter {}</translation>
    </message>
    <message>
        <source>{} and more</source>
        <translation>{} und mehr</translation>
    </message>
    <message>
        <source>above {}</source>
        <translation>über {}</translation>
    </message>
</context>
<context>
    <name>heat_table</name>
    <message>
        <source>not counted yet</source>
        <translation>noch nicht gezählt</translation>
    </message>
    <message>
        <source>not defined here</source>
        <translation>hier nicht definiert</translation>
    </message>
    <message>
        <source>more than 2 % of the text is unknown</source>
        <translation>mehr als 2 % des Texts sind unbekannt</translation>
    </message>
    <message>
        <source>letters of the text are lost</source>
        <translation>Buchstaben des Texts sind verloren</translation>
    </message>
    <message>
        <source>the tokenizer cannot write this language</source>
        <translation>der Tokenizer kann diese Sprache nicht schreiben</translation>
    </message>
    <message>
        <source>Kept on top</source>
        <translation>Oben gehalten</translation>
    </message>
</context>
<context>
    <name>helped</name>
    <message>
        <source>Helps most: {}</source>
        <translation>Hilft am meisten: {}</translation>
    </message>
</context>
<context>
    <name>ids_row</name>
    <message>
        <source>{} Shown with replacement.</source>
        <translation>{} Mit Ersatzzeichen gezeigt.</translation>
    </message>
    <message>
        <source>{} (place {:,})</source>
        <translation>{} (Stelle {:,})</translation>
    </message>
    <message>
        <source>{:,} ids are no tokens: {}.</source>
        <translation>{:,} IDs sind keine Token: {}.</translation>
    </message>
    <message>
        <source> Shown in brackets.</source>
        <translation> In Klammern gezeigt.</translation>
    </message>
    <message>
        <source> The bytes: {}{}</source>
        <translation> Die Bytes: {}{}</translation>
    </message>
</context>
<context>
    <name>languages_bar</name>
    <message>
        <source>Human rights</source>
        <translation>Menschenrechte</translation>
    </message>
    <message>
        <source>Table (CSV)...</source>
        <translation>Tabelle (CSV) ...</translation>
    </message>
    <message>
        <source>Table with all measures (JSON)...</source>
        <translation>Tabelle mit allen Maßen (JSON) ...</translation>
    </message>
    <message>
        <source>Table of this measure (LaTeX)...</source>
        <translation>Tabelle dieses Maßes (LaTeX) ...</translation>
    </message>
    <message>
        <source>Picture (PNG)...</source>
        <translation>Bild (PNG) ...</translation>
    </message>
    <message>
        <source>Picture (SVG)...</source>
        <translation>Bild (SVG) ...</translation>
    </message>
    <message>
        <source>Picture of the bars (PNG)...</source>
        <translation>Bild der Balken (PNG) ...</translation>
    </message>
    <message>
        <source>Picture of the bars (SVG)...</source>
        <translation>Bild der Balken (SVG) ...</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>Karte</translation>
    </message>
    <message>
        <source>Heat map, bars, and the curve while training</source>
        <translation>Heatmap, Balken und die Kurve während des Trainings</translation>
    </message>
    <message>
        <source>Scatter</source>
        <translation>Streuung</translation>
    </message>
    <message>
        <source>The measure against the size of each vocabulary</source>
        <translation>Das Maß gegen die Größe jedes Vokabulars</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>All numbers in rows, to be sorted and copied</source>
        <translation>Alle Zahlen in Zeilen, zum Sortieren und Kopieren</translation>
    </message>
</context>
<context>
    <name>languages_files</name>
    <message>
        <source>{} = {}.{} Tokenizers: {}. {}{}.</source>
        <translation>{} = {}.{} Tokenizer: {}. {}{}.</translation>
    </message>
</context>
<context>
    <name>languages_rows</name>
    <message>
        <source>cannot write</source>
        <translation>nicht schreibbar</translation>
    </message>
    <message>
        <source>{} unknown</source>
        <translation>{} unbekannt</translation>
    </message>
    <message>
        <source>letters lost</source>
        <translation>Buchstaben verloren</translation>
    </message>
</context>
<context>
    <name>languages_table</name>
    <message>
        <source>95 % low</source>
        <translation>95 % unten</translation>
    </message>
    <message>
        <source>95 % high</source>
        <translation>95 % oben</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Script</source>
        <translation>Schrift</translation>
    </message>
    <message>
        <source>Script (ISO 15924)</source>
        <translation>Schrift (ISO 15924)</translation>
    </message>
    <message>
        <source>Tokenizer</source>
        <translation>Tokenizer</translation>
    </message>
</context>
<context>
    <name>legend_row</name>
    <message>
        <source>Colours take turns</source>
        <translation>Farben wechseln sich ab</translation>
    </message>
    <message>
        <source>Learned in step</source>
        <translation>Gelernt in Schritt</translation>
    </message>
    <message>
        <source>Bytes under a token</source>
        <translation>Bytes unter einem Token</translation>
    </message>
    <message>
        <source>Script</source>
        <translation>Schrift</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>no letters</source>
        <translation>keine Buchstaben</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>nicht bekannt</translation>
    </message>
    <message>
        <source>The language is told only of lines that stand in: {}.</source>
        <translation>Die Sprache ist nur bei Zeilen bekannt, die hier stehen: {}.</translation>
    </message>
    <message>
        <source>{} runs on its own library, which does not tell the order of its tokens.</source>
        <translation>{} läuft mit seiner eigenen Bibliothek, die die Reihenfolge seiner Token nicht verrät.</translation>
    </message>
</context>
<context>
    <name>merge_list_facts</name>
    <message>
        <source>in your text</source>
        <translation>im eigenen Text</translation>
    </message>
    <message>
        <source>Words that change now</source>
        <translation>Wörter, die sich jetzt ändern</translation>
    </message>
    <message>
        <source>of your text, the one in the Tokens pane</source>
        <translation>aus dem eigenen Text, dem im Bereich Token</translation>
    </message>
    <message>
        <source>Words of your text</source>
        <translation>Wörter des eigenen Texts</translation>
    </message>
    <message>
        <source>as they are cut now</source>
        <translation>wie sie jetzt zerlegt sind</translation>
    </message>
    <message>
        <source>My words</source>
        <translation>Meine Wörter</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>angeheftet</translation>
    </message>
    <message>
        <source>Add a word</source>
        <translation>Wort hinzufügen</translation>
    </message>
    <message>
        <source>Before the first merge: {:,} base symbols. {:,} merges of {} follow in the order of its file.</source>
        <translation>Vor dem ersten Merge: {:,} Basissymbole. {:,} Merges von {} folgen in der Reihenfolge der Datei.</translation>
    </message>
    <message>
        <source>Why this merge? The file does not say.</source>
        <translation>Warum dieser Merge? Die Datei sagt es nicht.</translation>
    </message>
    <message>
        <source>This is merge {:,} of {:,}</source>
        <translation>Das ist Merge {:,} von {:,}</translation>
    </message>
    <message>
        <source>{} has {:,} merges</source>
        <translation>{} hat {:,} Merges</translation>
    </message>
    <message>
        <source>{}. The file keeps their order and nothing else of the training: no text, no counts, no other pairs, no rule for ties. So there are no runners-up to show.

Counts here are those of your own text, in the Tokens pane.</source>
        <translation>{}. Die Datei bewahrt ihre Reihenfolge und nichts sonst vom Training: keinen Text, keine Anzahlen, keine anderen Paare, keine Regel für Gleichstände. Darum gibt es keine Zweitplatzierten zu zeigen.

Die Anzahlen hier sind die des eigenen Texts im Bereich Token.</translation>
    </message>
</context>
<context>
    <name>no_numbers</name>
    <message>
        <source>No line: choose languages beside {}.</source>
        <translation>Keine Linie: Sprachen neben {} wählen.</translation>
    </message>
    <message>
        <source>No line: this text was not counted along with the training.</source>
        <translation>Keine Linie: Dieser Text wurde beim Training nicht mitgezählt.</translation>
    </message>
    <message>
        <source>The lines come as soon as the languages are counted.</source>
        <translation>Die Linien kommen, sobald die Sprachen gezählt sind.</translation>
    </message>
    <message>
        <source>No line: this tokenizer cannot write {}.</source>
        <translation>Keine Linie: Dieser Tokenizer kann {} nicht schreiben.</translation>
    </message>
    <message>
        <source>No line: this tokenizer can write none of the chosen languages.</source>
        <translation>Keine Linie: Dieser Tokenizer kann keine der gewählten Sprachen schreiben.</translation>
    </message>
    <message>
        <source>No line: more than 2 % of each chosen language is unknown to this tokenizer, or lost by it.</source>
        <translation>Keine Linie: Von jeder gewählten Sprache sind diesem Tokenizer mehr als 2 % unbekannt, oder er verliert sie.</translation>
    </message>
    <message>
        <source>{:,} left out</source>
        <translation>{:,} ausgelassen</translation>
    </message>
</context>
<context>
    <name>option_inputs</name>
    <message>
        <source>own options</source>
        <translation>eigene Optionen</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>unbegrenzt</translation>
    </message>
    <message>
        <source>A name, or a regular expression of your own</source>
        <translation>Ein Name oder ein eigener regulärer Ausdruck</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>Loses {}</source>
        <translation>Verliert: {}</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>separated by blanks, such as &lt;|endoftext|&gt;</source>
        <translation>durch Leerzeichen getrennt, etwa &lt;|endoftext|&gt;</translation>
    </message>
</context>
<context>
    <name>options_form</name>
    <message>
        <source>Convention</source>
        <translation>Konvention</translation>
    </message>
    <message>
        <source>Vocabulary size</source>
        <translation>Größe des Vokabulars</translation>
    </message>
    <message>
        <source>Steps at most</source>
        <translation>Höchstens Schritte</translation>
    </message>
    <message>
        <source>Minimum count</source>
        <translation>Mindestanzahl</translation>
    </message>
    <message>
        <source>Tie rule</source>
        <translation>Regel bei Gleichstand</translation>
    </message>
    <message>
        <source>Other tie rules</source>
        <translation>Andere Regeln bei Gleichstand</translation>
    </message>
    <message>
        <source>Order of the bytes</source>
        <translation>Reihenfolge der Bytes</translation>
    </message>
    <message>
        <source>Pattern</source>
        <translation>Muster</translation>
    </message>
    <message>
        <source>Expression</source>
        <translation>Ausdruck</translation>
    </message>
    <message>
        <source>Special tokens</source>
        <translation>Special Tokens</translation>
    </message>
    <message>
        <source>Special ids</source>
        <translation>IDs der Special Tokens</translation>
    </message>
    <message>
        <source>Before cutting</source>
        <translation>Vor dem Zerlegen</translation>
    </message>
    <message>
        <source>Digits</source>
        <translation>Ziffern</translation>
    </message>
    <message>
        <source>End-of-word mark</source>
        <translation>Marke am Wortende</translation>
    </message>
    <message>
        <source>Unknown token</source>
        <translation>Unbekanntes Token</translation>
    </message>
    <message>
        <source>Continuation mark</source>
        <translation>Fortsetzungsmarke</translation>
    </message>
    <message>
        <source>Longest word</source>
        <translation>Längstes Wort</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>Score</translation>
    </message>
    <message>
        <source>Seeds at most</source>
        <translation>Höchstens Seeds</translation>
    </message>
    <message>
        <source>Seeds are substrings that</source>
        <translation>Seeds sind Teilketten, die</translation>
    </message>
    <message>
        <source>Kept each round</source>
        <translation>Behalten je Runde</translation>
    </message>
    <message>
        <source>Turns in a round</source>
        <translation>Durchgänge je Runde</translation>
    </message>
    <message>
        <source>Longest piece</source>
        <translation>Längstes Stück</translation>
    </message>
    <message>
        <source>Character coverage</source>
        <translation>Zeichenabdeckung</translation>
    </message>
    <message>
        <source>Unknown as bytes</source>
        <translation>Unbekanntes als Bytes</translation>
    </message>
    <message>
        <source>Digamma</source>
        <translation>Digamma</translation>
    </message>
    <message>
        <source>Pieces of blanks</source>
        <translation>Stücke aus Leerzeichen</translation>
    </message>
    <message>
        <source>by value</source>
        <translation>nach Wert</translation>
    </message>
    <message>
        <source>GPT-2&apos;s printable order</source>
        <translation>druckbare Reihenfolge von GPT-2</translation>
    </message>
    <message>
        <source>as the pattern cuts them</source>
        <translation>wie das Muster sie zerlegt</translation>
    </message>
    <message>
        <source>each alone</source>
        <translation>jede allein</translation>
    </message>
    <message>
        <source>in threes from the left</source>
        <translation>zu dreien von links</translation>
    </message>
    <message>
        <source>in threes from the right</source>
        <translation>zu dreien von rechts</translation>
    </message>
    <message>
        <source>occur twice</source>
        <translation>zweimal vorkommen</translation>
    </message>
    <message>
        <source>two different things follow</source>
        <translation>verschieden fortgesetzt werden</translation>
    </message>
    <message>
        <source>after the merges</source>
        <translation>nach den Merges</translation>
    </message>
    <message>
        <source>before the merges</source>
        <translation>vor den Merges</translation>
    </message>
    <message>
        <source>first, from 0</source>
        <translation>zuerst, ab 0</translation>
    </message>
    <message>
        <source>Lower the probability of rare pieces, as a sparse prior would</source>
        <translation>Die Wahrscheinlichkeit seltener Stücke senken, wie ein dünn besetzter Prior es täte</translation>
    </message>
    <message>
        <source>The share of the pieces that a round keeps</source>
        <translation>Der Anteil der Stücke, den eine Runde behält</translation>
    </message>
    <message>
        <source>The share of all characters that have a token of their own; the rarest beyond it have none</source>
        <translation>Der Anteil aller Zeichen mit einem eigenen Token; die seltensten darüber hinaus haben keines</translation>
    </message>
    <message>
        <source>A character without a token is written as its bytes</source>
        <translation>Ein Zeichen ohne Token wird mit seinen Bytes geschrieben</translation>
    </message>
    <message>
        <source>Stands for what the vocabulary cannot write; empty: such text is refused</source>
        <translation>Steht für das, was das Vokabular nicht schreiben kann; leer: solcher Text wird abgelehnt</translation>
    </message>
    <message>
        <source>One symbol at the end of each word; empty: words have none</source>
        <translation>Ein Symbol am Ende jedes Worts; leer: Wörter haben keines</translation>
    </message>
</context>
<context>
    <name>other_rules</name>
    <message>
        <source>{} and {}</source>
        <translation>{} und {}</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
</context>
<context>
    <name>overlap_groups</name>
    <message>
        <source>{:.1%} of the {:,} {}</source>
        <translation>{:.1%} der {:,} {}</translation>
    </message>
    <message>
        <source>here</source>
        <translation>hier</translation>
    </message>
    <message>
        <source>there</source>
        <translation>dort</translation>
    </message>
    <message>
        <source>The same tokens: {:,}</source>
        <translation>Dieselben Token: {:,}</translation>
    </message>
    <message>
        <source>With another id: {:,}</source>
        <translation>Mit anderer ID: {:,}</translation>
    </message>
    <message>
        <source>The farthest apart first: id here, id there.</source>
        <translation>Die entferntesten zuerst: ID hier, ID dort.</translation>
    </message>
    <message>
        <source>Only here</source>
        <translation>Nur hier</translation>
    </message>
    <message>
        <source>Only there</source>
        <translation>Nur dort</translation>
    </message>
    <message>
        <source>A click opens that vocabulary at the token, compared with this one.</source>
        <translation>Ein Klick öffnet jenes Vokabular bei dem Token, verglichen mit diesem.</translation>
    </message>
</context>
<context>
    <name>page_terms</name>
    <message>
        <source>There is no price yet. Type one in under Prices.</source>
        <translation>Es gibt noch keinen Preis. Unter Preise einen eintragen.</translation>
    </message>
</context>
<context>
    <name>palette</name>
    <message>
        <source>Go to {}</source>
        <translation>Gehe zu {}</translation>
    </message>
    <message>
        <source>Panes</source>
        <translation>Bereiche</translation>
    </message>
    <message>
        <source>{} alone, and back</source>
        <translation>{} allein, und zurück</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>See texts through {}</source>
        <translation>Texte durch {} sehen</translation>
    </message>
    <message>
        <source>Tokenizers</source>
        <translation>Tokenizer</translation>
    </message>
    <message>
        <source>Play the merges of {} in the theatre</source>
        <translation>Merges von {} im Theater abspielen</translation>
    </message>
    <message>
        <source>Leave out of the comparison: {}</source>
        <translation>Aus dem Vergleich nehmen: {}</translation>
    </message>
    <message>
        <source>Take into the comparison: {}</source>
        <translation>In den Vergleich nehmen: {}</translation>
    </message>
    <message>
        <source>Go to the bookmark at step {:,}{}</source>
        <translation>Zum Lesezeichen bei Schritt {:,}{}</translation>
    </message>
    <message>
        <source>Bookmarks</source>
        <translation>Lesezeichen</translation>
    </message>
    <message>
        <source>Open {}</source>
        <translation>{} öffnen</translation>
    </message>
    <message>
        <source>Recent files</source>
        <translation>Zuletzt benutzte Dateien</translation>
    </message>
</context>
<context>
    <name>panes</name>
    <message>
        <source>Corpus</source>
        <translation>Korpus</translation>
    </message>
    <message>
        <source>Training theatre</source>
        <translation>Trainingstheater</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Languages</source>
        <translation>Sprachen</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>Vokabular</translation>
    </message>
    <message>
        <source>Trade-offs</source>
        <translation>Abwägungen</translation>
    </message>
</context>
<context>
    <name>parallel_texts</name>
    <message>
        <source>{} has changed since the session was saved; its numbers may be others now.</source>
        <translation>{} hat sich seit dem Speichern der Sitzung geändert; seine Zahlen können jetzt andere sein.</translation>
    </message>
</context>
<context>
    <name>parts_row</name>
    <message>
        <source>Put the caret where the text is to be cut, or choose a piece of it: its parts are encoded alone.</source>
        <translation>Die Schreibmarke dorthin setzen, wo der Text geteilt werden soll, oder ein Stück auswählen: seine Teile werden einzeln kodiert.</translation>
    </message>
    <message>
        <source>as many</source>
        <translation>ebenso viele</translation>
    </message>
    <message>
        <source>, and the same ids</source>
        <translation>, und dieselben IDs</translation>
    </message>
    <message>
        <source>, but other ids</source>
        <translation>, aber andere IDs</translation>
    </message>
    <message>
        <source>Whole: {:,} tokens. Parts: {} = {:,}, {}{}.</source>
        <translation>Ganzes: {:,} Token. Teile: {} = {:,}, {}{}.</translation>
    </message>
</context>
<context>
    <name>picture_writer</name>
    <message>
        <source>A film needs Pillow, which is not installed: pip install &apos;mergescope[export]&apos;. A picture of this step, as PNG or SVG, needs nothing more.</source>
        <translation>Ein Film braucht Pillow, das nicht installiert ist: pip install &apos;mergescope[export]&apos;. Ein Bild dieses Schritts, als PNG oder SVG, braucht nichts weiter.</translation>
    </message>
</context>
<context>
    <name>report</name>
    <message>
        <source>How many times the tokens of {} the same text takes (Universal Declaration of Human Rights; ratio of the sums over its articles). Grey: not to be compared.</source>
        <translation>Wievielmal so viele Token wie {} derselbe Text braucht (Allgemeine Erklärung der Menschenrechte; Verhältnis der Summen über ihre Artikel). Grau: nicht zu vergleichen.</translation>
    </message>
    <message>
        <source>What languages pay</source>
        <translation>Was Sprachen zahlen</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>{:,} tokens, reference {:,}</source>
        <translation>{:,} Token, Bezug {:,}</translation>
    </message>
    <message>
        <source>{}, with 95 % intervals over the articles.</source>
        <translation>{}, mit 95-%-Intervallen über die Artikel.</translation>
    </message>
    <message>
        <source>Premiums</source>
        <translation>Aufschläge</translation>
    </message>
    <message>
        <source>Tokenizers compared</source>
        <translation>Tokenizer im Vergleich</translation>
    </message>
    <message>
        <source>A report of Mergescope {}.</source>
        <translation>Ein Bericht von Mergescope {}.</translation>
    </message>
    <message>
        <source>en</source>
        <translation>de</translation>
    </message>
    <message>
        <source>{}, step {:,}</source>
        <translation>{}, Schritt {:,}</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>from step {:,} {}</source>
        <translation>ab Schritt {:,} {}</translation>
    </message>
    <message>
        <source>The text in tokens</source>
        <translation>Der Text in Token</translation>
    </message>
    <message>
        <source>The first {:,} of {:,} characters.</source>
        <translation>Die ersten {:,} von {:,} Zeichen.</translation>
    </message>
    <message>
        <source>{}: {:,} tokens, {:.2f} bytes per token</source>
        <translation>{}: {:,} Token, {:.2f} Bytes je Token</translation>
    </message>
    <message>
        <source>steps learned</source>
        <translation>Schritte gelernt</translation>
    </message>
    <message>
        <source>entries</source>
        <translation>Einträge</translation>
    </message>
    <message>
        <source>tokens of the corpus</source>
        <translation>Token des Korpus</translation>
    </message>
    <message>
        <source>bytes per token</source>
        <translation>Bytes je Token</translation>
    </message>
    <message>
        <source>Tokens of the corpus at each step</source>
        <translation>Token des Korpus bei jedem Schritt</translation>
    </message>
    <message>
        <source>{}, logarithmic.</source>
        <translation>{}, logarithmisch.</translation>
    </message>
    <message>
        <source>The violet band shows where pairs tied.</source>
        <translation>Das violette Band zeigt, wo Paare gleichauf lagen.</translation>
    </message>
    <message>
        <source>The training</source>
        <translation>Das Training</translation>
    </message>
    <message>
        <source>Bookmark</source>
        <translation>Lesezeichen</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Step {:,}: {} become {}</source>
        <translation>Schritt {:,}: {} werden {}</translation>
    </message>
    <message>
        <source>Piece</source>
        <translation>Stück</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>Anzahl</translation>
    </message>
    <message>
        <source>The candidates and how often they occur; the winner first.</source>
        <translation>Die Kandidaten und wie oft sie vorkommen; der Gewinner zuerst.</translation>
    </message>
    <message>
        <source>The candidates and their scores; the winner first.</source>
        <translation>Die Kandidaten und ihre Wertungen; der Gewinner zuerst.</translation>
    </message>
    <message>
        <source>Dashed: those that tied with it.</source>
        <translation>Gestrichelt: die gleich oft vorkommen.</translation>
    </message>
    <message>
        <source>Piece that goes</source>
        <translation>Stück, das geht</translation>
    </message>
    <message>
        <source>Loss of log-likelihood</source>
        <translation>Verlust an Log-Likelihood</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Checked</source>
        <translation>Angekreuzt</translation>
    </message>
    <message>
        <source>Weight</source>
        <translation>Gewicht</translation>
    </message>
    <message>
        <source>Read as</source>
        <translation>Lesen als</translation>
    </message>
    <message>
        <source>Texts to learn from</source>
        <translation>Texte, aus denen gelernt wird</translation>
    </message>
    <message>
        <source>column {}</source>
        <translation>Spalte {}</translation>
    </message>
    <message>
        <source>Identity at the end</source>
        <translation>Identität am Ende</translation>
    </message>
    <message>
        <source>Identity at step {:,}</source>
        <translation>Identität bei Schritt {:,}</translation>
    </message>
    <message>
        <source>Settings and identity</source>
        <translation>Einstellungen und Identität</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>Einstellung</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Origin</source>
        <translation>Herkunft</translation>
    </message>
    <message>
        <source>algorithm</source>
        <translation>Verfahren</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>beendet</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>Sekunden</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>Links</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>Rechts</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>ID</translation>
    </message>
    <message>
        <source>Tied</source>
        <translation>Gleich</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Steps (the first {:,} of {:,})</source>
        <translation>Schritte (die ersten {:,} von {:,})</translation>
    </message>
    <message>
        <source>All steps in a table</source>
        <translation>Alle Schritte in einer Tabelle</translation>
    </message>
</context>
<context>
    <name>round_facts</name>
    <message>
        <source>Round 1: {:,} pieces to start from</source>
        <translation>Runde 1: {:,} Stücke, mit denen begonnen wird</translation>
    </message>
    <message>
        <source>Round {:,}: {:,} pieces become {:,}</source>
        <translation>Runde {:,}: aus {:,} Stücken werden {:,}</translation>
    </message>
    <message>
        <source>Log-likelihood {:,.0f}.</source>
        <translation>Log-Likelihood {:,.0f}.</translation>
    </message>
    <message>
        <source>Frequent substrings of the corpus, each with its probability. {}</source>
        <translation>Häufige Teilketten des Korpus, jede mit ihrer Wahrscheinlichkeit. {}</translation>
    </message>
    <message>
        <source>Log-likelihood {:,.0f}, {:,.0f} {} than before.</source>
        <translation>Log-Likelihood {:,.0f}, {:,.0f} {} als zuvor.</translation>
    </message>
    <message>
        <source>more</source>
        <translation>mehr</translation>
    </message>
    <message>
        <source>less</source>
        <translation>weniger</translation>
    </message>
    <message>
        <source>The last round keeps the likeliest pieces. {}</source>
        <translation>Die letzte Runde behält die wahrscheinlichsten Stücke. {}</translation>
    </message>
    <message>
        <source>Pieces go whose loss lowers the likelihood least; at most {:.0f} % stay. {}</source>
        <translation>Es gehen die Stücke, deren Verlust die Likelihood am wenigsten senkt; höchstens {:.0f} % bleiben. {}</translation>
    </message>
    <message>
        <source>Before the first round: {:,} base symbols, each character a token.</source>
        <translation>Vor der ersten Runde: {:,} Basissymbole, jedes Zeichen ein Token.</translation>
    </message>
    <message>
        <source>My words</source>
        <translation>Meine Wörter</translation>
    </message>
    <message>
        <source>as they are cut now</source>
        <translation>wie sie jetzt zerlegt sind</translation>
    </message>
    <message>
        <source>Add a word</source>
        <translation>Wort hinzufügen</translation>
    </message>
    <message>
        <source>before the round, and after it</source>
        <translation>vor der Runde und danach</translation>
    </message>
    <message>
        <source>Words that lose a piece</source>
        <translation>Wörter, die ein Stück verlieren</translation>
    </message>
</context>
<context>
    <name>run_record</name>
    <message>
        <source>, from step {:,} {}</source>
        <translation>, ab Schritt {:,} {}</translation>
    </message>
    <message>
        <source>pattern {}</source>
        <translation>Muster {}</translation>
    </message>
    <message>
        <source>digits {}</source>
        <translation>Ziffern {}</translation>
    </message>
    <message>
        <source>{:,} tokens</source>
        <translation>{:,} Token</translation>
    </message>
    <message>
        <source>minimum count {:,}</source>
        <translation>Mindestanzahl {:,}</translation>
    </message>
    <message>
        <source>no normalizer</source>
        <translation>kein Normalisierer</translation>
    </message>
    <message>
        <source>merges of a file</source>
        <translation>Merges einer Datei</translation>
    </message>
    <message>
        <source>and {:,} more</source>
        <translation>und {:,} weitere</translation>
    </message>
</context>
<context>
    <name>sample_row</name>
    <message>
        <source>English</source>
        <translation>Englisch</translation>
    </message>
    <message>
        <source>One article in six languages</source>
        <translation>Ein Artikel in sechs Sprachen</translation>
    </message>
</context>
<context>
    <name>scene_facts</name>
    <message>
        <source>Merge, step {:,}</source>
        <translation>Merge, Schritt {:,}</translation>
    </message>
    <message>
        <source>Step on to see the first merge.</source>
        <translation>Einen Schritt weiter kommt der erste Merge.</translation>
    </message>
    <message>
        <source>The next merge</source>
        <translation>Der nächste Merge</translation>
    </message>
    <message>
        <source>Word, step {:,}</source>
        <translation>Wort, Schritt {:,}</translation>
    </message>
    <message>
        <source>Before the first word: every word is unknown.</source>
        <translation>Vor dem ersten Wort: jedes Wort ist unbekannt.</translation>
    </message>
    <message>
        <source>Step on to see the first word.</source>
        <translation>Einen Schritt weiter kommt das erste Wort.</translation>
    </message>
    <message>
        <source>{:,} characters are the tokens. Nothing is merged, so there are no steps.</source>
        <translation>{:,} Zeichen sind die Token. Nichts wird verschmolzen, darum gibt es keine Schritte.</translation>
    </message>
    <message>
        <source>The most frequent characters</source>
        <translation>Die häufigsten Zeichen</translation>
    </message>
    <message>
        <source>Merge {:,} of the file</source>
        <translation>Merge {:,} der Datei</translation>
    </message>
</context>
<context>
    <name>score_panel</name>
    <message>
        <source>{:.0f} % of all {} stand after {}; {:.0f} % of all {} stand before {}.</source>
        <translation>{:.0f} % aller {} stehen nach {}; {:.0f} % aller {} stehen vor {}.</translation>
    </message>
</context>
<context>
    <name>search_row</name>
    <message>
        <source>searching</source>
        <translation>suche</translation>
    </message>
    <message>
        <source>not in this text</source>
        <translation>nicht in diesem Text</translation>
    </message>
    <message>
        <source>{:,} of {:,}</source>
        <translation>{:,} von {:,}</translation>
    </message>
    <message>
        <source>{:,} place</source>
        <translation>{:,} Stelle</translation>
    </message>
    <message>
        <source>{:,} places</source>
        <translation>{:,} Stellen</translation>
    </message>
    <message>
        <source>{}; whole tokens: {:,}</source>
        <translation>{}; ganze Token: {:,}</translation>
    </message>
</context>
<context>
    <name>sentences</name>
    <message>
        <source>line</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>row</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>article</source>
        <translation>Artikel</translation>
    </message>
    <message>
        <source>cheap</source>
        <translation>günstig</translation>
    </message>
    <message>
        <source>dear</source>
        <translation>teuer</translation>
    </message>
    <message>
        <source>this text</source>
        <translation>diesem Text</translation>
    </message>
    <message>
        <source>the reference text</source>
        <translation>dem Referenztext</translation>
    </message>
    <message>
        <source>The unknown token, the tokens of bytes or the end-of-word mark are not where they belong.</source>
        <translation>Das unbekannte Token, die Token der Bytes oder das Wortende-Zeichen stehen nicht, wo sie hingehören.</translation>
    </message>
    <message>
        <source>Base symbols must be characters, each once.</source>
        <translation>Grundsymbole müssen Zeichen sein, jedes einmal.</translation>
    </message>
    <message>
        <source>The end-of-word mark &quot;{}&quot; is a character of the corpus; take one that is not, like &quot;&lt;/w&gt;&quot;.</source>
        <translation>Das Wortende-Zeichen &quot;{}&quot; ist ein Zeichen des Korpus; ein anderes nehmen, etwa &quot;&lt;/w&gt;&quot;.</translation>
    </message>
    <message>
        <source>The character &quot;{}&quot; (U+{}) is not in the vocabulary, and there is no unknown token to stand for it. Train with one to encode such text.</source>
        <translation>Das Zeichen &quot;{}&quot; (U+{}) ist nicht im Vokabular, und kein unbekanntes Token steht dafür. Mit einem trainieren, um solchen Text zu kodieren.</translation>
    </message>
    <message>
        <source>The character U+{} is not in the vocabulary, and there is no unknown token to stand for it. Train with one to encode such text.</source>
        <translation>Das Zeichen U+{} ist nicht im Vokabular, und kein unbekanntes Token steht dafür. Mit einem trainieren, um solchen Text zu kodieren.</translation>
    </message>
    <message>
        <source>The vocabulary size must be at least 256, for the bytes; it is {}.</source>
        <translation>Das Vokabular muss für die Bytes mindestens 256 Einträge haben; gewählt sind {}.</translation>
    </message>
    <message>
        <source>There is no byte order {}. Choose one of: {}.</source>
        <translation>Es gibt keine Byte-Reihenfolge {}. Zur Wahl stehen: {}.</translation>
    </message>
    <message>
        <source>The pairs that other rules would take are known only where steps are recorded.</source>
        <translation>Die Paare, die andere Regeln nähmen, sind nur bekannt, wo Schritte aufgezeichnet werden.</translation>
    </message>
    <message>
        <source>The distinct words of this corpus take {} places; a training holds 2,147,483,645. Use fewer texts.</source>
        <translation>Die verschiedenen Wörter dieses Korpus brauchen {} Plätze; ein Training fasst 2,147,483,645. Weniger Texte nehmen.</translation>
    </message>
    <message>
        <source>One word occurs {} times; a training counts to 2,147,483,647. Use fewer texts, or weights of 1.</source>
        <translation>Ein Wort kommt {} Mal vor; ein Training zählt bis 2,147,483,647. Weniger Texte nehmen, oder Gewichte von 1.</translation>
    </message>
    <message>
        <source>The unknown token and the end-of-word mark are both &quot;{}&quot;.</source>
        <translation>Das unbekannte Token und das Wortende-Zeichen sind beide &quot;{}&quot;.</translation>
    </message>
    <message>
        <source>A merge joins two tokens of which one is not made before it.</source>
        <translation>Ein Merge verbindet zwei Token, von denen eines nicht vorher gemacht wird.</translation>
    </message>
    <message>
        <source>The dropout must be between 0 and 1; it is {}.</source>
        <translation>Der Dropout muss zwischen 0 und 1 liegen; er ist {}.</translation>
    </message>
    <message>
        <source>The number of steps must be at least 0; it is {}.</source>
        <translation>Die Zahl der Schritte muss mindestens 0 sein; sie ist {}.</translation>
    </message>
    <message>
        <source>The minimum frequency must be at least 1; it is {}.</source>
        <translation>Die Mindestanzahl muss mindestens 1 sein; sie ist {}.</translation>
    </message>
    <message>
        <source>There is no tie rule {}. Choose one of: {}.</source>
        <translation>Es gibt keine Gleichstandsregel {}. Zur Wahl stehen: {}.</translation>
    </message>
    <message>
        <source>The steps at which the tie rule changes must rise; they are {}.</source>
        <translation>Die Schritte, an denen die Gleichstandsregel wechselt, müssen aufsteigen; sie sind {}.</translation>
    </message>
    <message>
        <source>The vocabulary size must be at least 1; it is {}.</source>
        <translation>Das Vokabular muss mindestens 1 Eintrag haben; gewählt sind {}.</translation>
    </message>
    <message>
        <source>The {} must not be empty.</source>
        <translation>Nicht leer sein darf: {}.</translation>
    </message>
    <message>
        <source>The {} {} is not text: it holds half of a surrogate pair.</source>
        <translation>Kein Text: {} {} enthält die Hälfte eines Surrogatpaars.</translation>
    </message>
    <message>
        <source>The {} must be above 0 and at most 1; it is {}.</source>
        <translation>Der Wert von {} muss über 0 und höchstens 1 sein; er ist {}.</translation>
    </message>
    <message>
        <source>A vocabulary of {} is too small: {} {} and {} special tokens need at least {}.</source>
        <translation>Ein Vokabular von {} ist zu klein: {} {} und {} Special Tokens brauchen mindestens {}.</translation>
    </message>
    <message>
        <source>The {} must be at least {}; it is {}.</source>
        <translation>Der Wert von {} muss mindestens {} sein; er ist {}.</translation>
    </message>
    <message>
        <source>A piece can have {} characters at most; not {}.</source>
        <translation>Ein Stück kann höchstens {} Zeichen haben, nicht {}.</translation>
    </message>
    <message>
        <source>The share that a round keeps must lie between 0 and 1; it is {}.</source>
        <translation>Der Anteil, den eine Runde behält, muss zwischen 0 und 1 liegen; er ist {}.</translation>
    </message>
    <message>
        <source>There is no rule {} for seeds. Choose one of: {}.</source>
        <translation>Es gibt keine Regel {} für Keime. Zur Wahl stehen: {}.</translation>
    </message>
    <message>
        <source>The unknown token {} occurs in the corpus as a character. Choose another.</source>
        <translation>Das unbekannte Token {} kommt im Korpus als Zeichen vor. Ein anderes wählen.</translation>
    </message>
    <message>
        <source>A vocabulary of {} is too small: the unknown token and 256 byte tokens, {} characters and {} special tokens need at least {}.</source>
        <translation>Ein Vokabular von {} ist zu klein: das unbekannte Token und 256 Byte-Token, {} Zeichen und {} Special Tokens brauchen mindestens {}.</translation>
    </message>
    <message>
        <source>A vocabulary of {} is too small: the unknown token, {} characters and {} special tokens need at least {}.</source>
        <translation>Ein Vokabular von {} ist zu klein: das unbekannte Token, {} Zeichen und {} Special Tokens brauchen mindestens {}.</translation>
    </message>
    <message>
        <source>The distinct words of this corpus have {} bytes; a training holds {}. Use fewer texts.</source>
        <translation>Die verschiedenen Wörter dieses Korpus haben {} Bytes; ein Training fasst {}. Weniger Texte nehmen.</translation>
    </message>
    <message>
        <source>Each piece needs a score: there are {} pieces and {} scores.</source>
        <translation>Jedes Stück braucht einen Score: es gibt {} Stücke und {} Scores.</translation>
    </message>
    <message>
        <source>The score of a piece must be a number.</source>
        <translation>Der Score eines Stücks muss eine Zahl sein.</translation>
    </message>
    <message>
        <source>Byte fallback needs a token for each byte; {} is not in the vocabulary.</source>
        <translation>Byte-Fallback braucht ein Token für jedes Byte; {} ist nicht im Vokabular.</translation>
    </message>
    <message>
        <source>The character {} is not in the vocabulary. Train with an unknown token or with byte fallback.</source>
        <translation>Das Zeichen {} ist nicht im Vokabular. Mit einem unbekannten Token oder mit Byte-Fallback trainieren.</translation>
    </message>
    <message>
        <source>The number of ways must be at least 1; it is {}.</source>
        <translation>Die Zahl der Wege muss mindestens 1 sein; sie ist {}.</translation>
    </message>
    <message>
        <source>The temperature must be 0 or more; it is {}.</source>
        <translation>Die Temperatur muss 0 oder mehr sein; sie ist {}.</translation>
    </message>
    <message>
        <source>Exact losses are worked out for up to {} bytes of distinct words; these have {}. Take a smaller text, or the losses of the training&apos;s rounds.</source>
        <translation>Genaue Verluste werden für bis zu {} Bytes verschiedener Wörter berechnet; diese haben {}. Einen kleineren Text nehmen, oder die Verluste der Runden des Trainings.</translation>
    </message>
    <message>
        <source>The word &quot;{}&quot; is not in the vocabulary, and there is no unknown token to stand for it. Train with one to encode such text.</source>
        <translation>Das Wort &quot;{}&quot; ist nicht im Vokabular, und kein unbekanntes Token steht dafür. Mit einem trainieren, um solchen Text zu kodieren.</translation>
    </message>
    <message>
        <source>There is no score {}. Choose one of: {}.</source>
        <translation>Es gibt keinen Score {}. Zur Wahl stehen: {}.</translation>
    </message>
    <message>
        <source>The longest word must have at least 1 character; it is {}.</source>
        <translation>Das längste Wort muss mindestens 1 Zeichen haben; es hat {}.</translation>
    </message>
    <message>
        <source>The word &quot;{}&quot; cannot be written, and the vocabulary has no unknown token.</source>
        <translation>Das Wort &quot;{}&quot; lässt sich nicht schreiben, und das Vokabular hat kein unbekanntes Token.</translation>
    </message>
    <message>
        <source>The unknown token &quot;{}&quot; is also a character of the corpus. Choose another text for it.</source>
        <translation>Das unbekannte Token &quot;{}&quot; ist auch ein Zeichen des Korpus. Einen anderen Text dafür wählen.</translation>
    </message>
    <message>
        <source>tokens for each token of {}</source>
        <translation>Token für jedes Token von {}</translation>
    </message>
    <message>
        <source>tokens, {}</source>
        <translation>Token, {}</translation>
    </message>
    <message>
        <source>log2 of {} different tokens</source>
        <translation>log2 von {} verschiedenen Token</translation>
    </message>
    <message>
        <source>tokens × characters a page</source>
        <translation>Token × Zeichen je Seite</translation>
    </message>
    <message>
        <source>characters, {}</source>
        <translation>Zeichen, {}</translation>
    </message>
    <message>
        <source>tokens in the window × characters, {}</source>
        <translation>Token im Fenster × Zeichen, {}</translation>
    </message>
    <message>
        <source>tokens × characters a page × pages × price</source>
        <translation>Token × Zeichen je Seite × Seiten × Preis</translation>
    </message>
    <message>
        <source>characters, {} × tokens that the price is for</source>
        <translation>Zeichen, {} × Token, für die der Preis gilt</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>Einheit</translation>
    </message>
    <message>
        <source>{}, each encoded alone</source>
        <translation>{}, jede Einheit für sich kodiert</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>{}, not parallel</source>
        <translation>{}, nicht parallel</translation>
    </message>
    <message>
        <source>Form</source>
        <translation>Form</translation>
    </message>
    <message>
        <source>Special tokens</source>
        <translation>Special Tokens</translation>
    </message>
    <message>
        <source>none added; in a text they count as text</source>
        <translation>keine hinzugefügt; im Text zählen sie als Text</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>Unbekannt</translation>
    </message>
    <message>
        <source>{} code points</source>
        <translation>{} Codepunkte</translation>
    </message>
    <message>
        <source>Interval</source>
        <translation>Intervall</translation>
    </message>
    <message>
        <source>bootstrap over the {}s, {} draws, seed 0</source>
        <translation>Bootstrap über die Einheiten ({}), {} Ziehungen, Startwert 0</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>Code points</source>
        <translation>Codepunkte</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Bytes per token</source>
        <translation>Bytes je Token</translation>
    </message>
    <message>
        <source>Characters cut</source>
        <translation>Zerschnittene Zeichen</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>Vokabular</translation>
    </message>
    <message>
        <source>{} entries</source>
        <translation>{} Einträge</translation>
    </message>
    <message>
        <source>Identity</source>
        <translation>Identität</translation>
    </message>
    <message>
        <source>SHA-256 of the text</source>
        <translation>SHA-256 des Texts</translation>
    </message>
    <message>
        <source>Round trip</source>
        <translation>Rundreise</translation>
    </message>
    <message>
        <source>not equal: unknown text does not come back</source>
        <translation>nicht gleich: Unbekanntes kommt nicht zurück</translation>
    </message>
    <message>
        <source>not equal: letters are lost</source>
        <translation>nicht gleich: Buchstaben gehen verloren</translation>
    </message>
    <message>
        <source>equal but for case, blanks, accents or form</source>
        <translation>gleich bis auf Großschreibung, Leerraum, Akzente oder Form</translation>
    </message>
    <message>
        <source>both equal</source>
        <translation>beide gleich</translation>
    </message>
    <message>
        <source>equal</source>
        <translation>gleich</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>code points</source>
        <translation>Codepunkte</translation>
    </message>
    <message>
        <source>words</source>
        <translation>Wörter</translation>
    </message>
    <message>
        <source>words with a boundary inside</source>
        <translation>Wörter mit einer Grenze darin</translation>
    </message>
    <message>
        <source>unknown code points</source>
        <translation>unbekannte Codepunkte</translation>
    </message>
    <message>
        <source>characters cut</source>
        <translation>zerschnittene Zeichen</translation>
    </message>
    <message>
        <source>characters</source>
        <translation>Zeichen</translation>
    </message>
    <message>
        <source>different tokens</source>
        <translation>verschiedene Token</translation>
    </message>
    <message>
        <source>entries of the vocabulary</source>
        <translation>Einträge des Vokabulars</translation>
    </message>
    <message>
        <source>bits of Rényi entropy</source>
        <translation>Bits Rényi-Entropie</translation>
    </message>
    <message>
        <source>{} has no steps: its file does not say in which order tokens were made.</source>
        <translation>{} hat keine Schritte: die Datei sagt nicht, in welcher Reihenfolge Token gemacht wurden.</translation>
    </message>
    <message>
        <source>{} has {} merges; there is no step {}.</source>
        <translation>{} hat {} Merges; einen Schritt {} gibt es nicht.</translation>
    </message>
    <message>
        <source>There is no tokenizer &quot;{}&quot;. Did you mean {} or {}? There are: {}. A path opens a file.</source>
        <translation>Es gibt keinen Tokenizer &quot;{}&quot;. Gemeint sein könnte {} oder {}. Es gibt: {}. Ein Pfad öffnet eine Datei.</translation>
    </message>
    <message>
        <source>There is no tokenizer &quot;{}&quot;. Did you mean {}? There are: {}. A path opens a file.</source>
        <translation>Es gibt keinen Tokenizer &quot;{}&quot;. Gemeint sein könnte {}. Es gibt: {}. Ein Pfad öffnet eine Datei.</translation>
    </message>
    <message>
        <source>There is no tokenizer &quot;{}&quot;. There are: {}. A path opens a file.</source>
        <translation>Es gibt keinen Tokenizer &quot;{}&quot;. Es gibt: {}. Ein Pfad öffnet eine Datei.</translation>
    </message>
    <message>
        <source>No token lies across the cut, and the parts are cut as the whole is: the ids are the same.</source>
        <translation>Kein Token liegt über dem Schnitt, und die Teile werden wie das Ganze zerlegt: die IDs sind dieselben.</translation>
    </message>
    <message>
        <source>This tokenizer puts a blank before each text, and so before each part.</source>
        <translation>Dieser Tokenizer setzt ein Leerzeichen vor jeden Text, und so vor jeden Teil.</translation>
    </message>
    <message>
        <source>The pre-token &quot;{}&quot; lies across the cut: its two pieces are encoded without each other.</source>
        <translation>Das Pre-Token &quot;{}&quot; liegt über dem Schnitt: seine beiden Stücke werden ohne einander kodiert.</translation>
    </message>
    <message>
        <source>The pre-token the bytes {} lies across the cut: its two pieces are encoded without each other.</source>
        <translation>Das Pre-Token aus den Bytes {} liegt über dem Schnitt: seine beiden Stücke werden ohne einander kodiert.</translation>
    </message>
    <message>
        <source>The normalizer changes the parts otherwise than the whole.</source>
        <translation>Der Normalizer ändert die Teile anders als das Ganze.</translation>
    </message>
    <message>
        <source>Each part is encoded as if the other were not there: next to the cut other tokens fit.</source>
        <translation>Jeder Teil wird kodiert, als gäbe es den anderen nicht: am Schnitt passen andere Token.</translation>
    </message>
    <message>
        <source>#{}... is no token: no token has an id of so many digits.</source>
        <translation>#{}... ist kein Token: keines hat eine ID mit so vielen Ziffern.</translation>
    </message>
    <message>
        <source>{}, line {}: more than {} values. Is it a table?</source>
        <translation>{}, Zeile {}: mehr als {} Werte. Ist das eine Tabelle?</translation>
    </message>
    <message>
        <source>{}, line {}: a number is too long to be read.</source>
        <translation>{}, Zeile {}: eine Zahl ist zu lang, um gelesen zu werden.</translation>
    </message>
    <message>
        <source>{}: several columns are called {}, so none of them can be told.</source>
        <translation>{}: mehrere Spalten heißen {}, darum lässt sich keine von ihnen benennen.</translation>
    </message>
    <message>
        <source>{} has no special token &quot;{}&quot;. It has: {} and {} more.</source>
        <translation>{} hat kein Special Token &quot;{}&quot;. Es hat: {} und {} weitere.</translation>
    </message>
    <message>
        <source>{} has no special token &quot;{}&quot;. It has: {}.</source>
        <translation>{} hat kein Special Token &quot;{}&quot;. Es hat: {}.</translation>
    </message>
    <message>
        <source>{} has no special token &quot;{}&quot;. It has: none.</source>
        <translation>{} hat kein Special Token &quot;{}&quot;. Es hat keine.</translation>
    </message>
    <message>
        <source>There is no token with id {} (place {} of {}) in {}.</source>
        <translation>Es gibt kein Token mit der ID {} (Stelle {} von {}) in {}.</translation>
    </message>
    <message>
        <source>The tokens are no text: some bytes are not UTF-8; decode with replacement to see the rest.</source>
        <translation>Die Token sind kein Text: einige Bytes sind nicht UTF-8; mit Ersatzzeichen dekodieren, um den Rest zu sehen.</translation>
    </message>
    <message>
        <source>{} does not say in which order its tokens were made.</source>
        <translation>{} sagt nicht, in welcher Reihenfolge seine Token gemacht wurden.</translation>
    </message>
    <message>
        <source>splintr does not say in which order the tokens of {} were made.</source>
        <translation>splintr sagt nicht, in welcher Reihenfolge die Token von {} gemacht wurden.</translation>
    </message>
    <message>
        <source>The corpus has {} GB of text that nothing parts. Put it on lines and learn from each line as a record, or choose a pattern that cuts at blanks.</source>
        <translation>Der Korpus hat {} GB Text, den nichts trennt. Ihn auf Zeilen verteilen und aus jeder Zeile als Datensatz lernen, oder ein Muster wählen, das an Leerzeichen schneidet.</translation>
    </message>
    <message>
        <source>No tokenizer is chosen; name at least one.</source>
        <translation>Kein Tokenizer ist gewählt; mindestens einen nennen.</translation>
    </message>
    <message>
        <source>{} cannot encode {}: {}</source>
        <translation>{} kann {} nicht kodieren: {}</translation>
    </message>
    <message>
        <source>Records are {}, not {}.</source>
        <translation>Datensätze sind {}, nicht {}.</translation>
    </message>
    <message>
        <source>There is no text to learn from: name a file, a folder or a sample (alice, moby-dick).</source>
        <translation>Es gibt keinen Text zum Lernen: eine Datei, einen Ordner oder ein Beispiel (alice, moby-dick) nennen.</translation>
    </message>
    <message>
        <source>There is no table ({}) to take the column {} from.</source>
        <translation>Es gibt keine Tabelle ({}), aus der die Spalte {} zu nehmen wäre.</translation>
    </message>
    <message>
        <source>There is no source {} to weigh; there are {}.</source>
        <translation>Es gibt keine Quelle {} zu gewichten; es gibt {}.</translation>
    </message>
    <message>
        <source>{}: there is no such file. Did you mean {} or {}?</source>
        <translation>{}: diese Datei gibt es nicht. Gemeint sein könnte {} oder {}.</translation>
    </message>
    <message>
        <source>{}: there is no such file. Did you mean {}?</source>
        <translation>{}: diese Datei gibt es nicht. Gemeint sein könnte {}.</translation>
    </message>
    <message>
        <source>{}: there is no such file.</source>
        <translation>{}: diese Datei gibt es nicht.</translation>
    </message>
    <message>
        <source>{}: there is no such file. Bundled samples are {}.</source>
        <translation>{}: diese Datei gibt es nicht. Mitgelieferte Beispiele: {}.</translation>
    </message>
    <message>
        <source>There is nothing to learn from in the folder {}: none of its {} files is a text.</source>
        <translation>Im Ordner {} gibt es nichts zu lernen: keine seiner {} Dateien ist ein Text.</translation>
    </message>
    <message>
        <source>There is nothing to learn from in the folder {}: it holds no file.</source>
        <translation>Im Ordner {} gibt es nichts zu lernen: er enthält keine Datei.</translation>
    </message>
    <message>
        <source>There is nothing to learn from in the folder {}: {}.</source>
        <translation>Im Ordner {} gibt es nichts zu lernen: {}.</translation>
    </message>
    <message>
        <source>There is nothing to learn from in the folder {}: no file of it is called {}.</source>
        <translation>Im Ordner {} gibt es nichts zu lernen: keine seiner Dateien heißt {}.</translation>
    </message>
    <message>
        <source>.jsonl, .csv, .tsv or .parquet</source>
        <translation>.jsonl, .csv, .tsv oder .parquet</translation>
    </message>
    <message>
        <source>There is nothing to learn from: the corpus is empty.</source>
        <translation>Es gibt nichts zu lernen: der Korpus ist leer.</translation>
    </message>
    <message>
        <source>The corpus has {} bytes of distinct pre-tokens; a training can hold 2 GiB of them. Take a part of the corpus, or a pattern that cuts finer.</source>
        <translation>Der Korpus hat {} Bytes verschiedener Pre-Token; ein Training fasst 2 GiB davon. Einen Teil des Korpus nehmen, oder ein Muster, das feiner schneidet.</translation>
    </message>
    <message>
        <source>The pre-token {} occurs {} times; a training can count to {}. Take a part of the corpus, or leave out the weights.</source>
        <translation>Das Pre-Token {} kommt {} Mal vor; ein Training zählt bis {}. Einen Teil des Korpus nehmen, oder die Gewichte weglassen.</translation>
    </message>
    <message>
        <source>The pre-token {} occurs {} times; a training can count to {}. Take a part of the corpus.</source>
        <translation>Das Pre-Token {} kommt {} Mal vor; ein Training zählt bis {}. Einen Teil des Korpus nehmen.</translation>
    </message>
    <message>
        <source>The tokens are no text: byte {} ({}) is not UTF-8; decode with replacement to see the rest.</source>
        <translation>Die Token sind kein Text: Byte {} ({}) ist nicht UTF-8; mit Ersatzzeichen dekodieren, um den Rest zu sehen.</translation>
    </message>
    <message>
        <source>&quot;{}&quot; cannot be fetched. Did you mean {} or {}? A name is a repository of the Hugging Face hub, as in Qwen/Qwen3-0.6B, or one of {}.</source>
        <translation>&quot;{}&quot; lässt sich nicht holen. Gemeint sein könnte {} oder {}. Ein Name ist ein Repository des Hugging-Face-Hubs, wie Qwen/Qwen3-0.6B, oder einer von {}.</translation>
    </message>
    <message>
        <source>&quot;{}&quot; cannot be fetched. Did you mean {}? A name is a repository of the Hugging Face hub, as in Qwen/Qwen3-0.6B, or one of {}.</source>
        <translation>&quot;{}&quot; lässt sich nicht holen. Gemeint sein könnte {}. Ein Name ist ein Repository des Hugging-Face-Hubs, wie Qwen/Qwen3-0.6B, oder einer von {}.</translation>
    </message>
    <message>
        <source>&quot;{}&quot; cannot be fetched. A name is a repository of the Hugging Face hub, as in Qwen/Qwen3-0.6B, or one of {}.</source>
        <translation>&quot;{}&quot; lässt sich nicht holen. Ein Name ist ein Repository des Hugging-Face-Hubs, wie Qwen/Qwen3-0.6B, oder einer von {}.</translation>
    </message>
    <message>
        <source>{} cannot be written: {}.</source>
        <translation>{} lässt sich nicht schreiben: {}.</translation>
    </message>
    <message>
        <source>{} cannot be made: {}.</source>
        <translation>{} lässt sich nicht anlegen: {}.</translation>
    </message>
    <message>
        <source>{} has {} bytes, too many for a tokenizer. {}</source>
        <translation>{} hat {} Bytes, zu viele für einen Tokenizer. {}</translation>
    </message>
    <message>
        <source>{} sent more than it announced, so nothing was kept. {}</source>
        <translation>{} hat mehr geschickt als angekündigt, darum wurde nichts behalten. {}</translation>
    </message>
    <message>
        <source>{} sent {} of {} bytes of {} and hung up. Nothing was kept; try again.</source>
        <translation>{} hat {} von {} Bytes von {} geschickt und aufgelegt. Nichts wurde behalten; noch einmal versuchen.</translation>
    </message>
    <message>
        <source>What {} sent as {} is not the published file (its {} differs), so it was not kept. {}</source>
        <translation>Was {} als {} geschickt hat, ist nicht die veröffentlichte Datei ({} stimmt nicht), darum wurde es nicht behalten. {}</translation>
    </message>
    <message>
        <source>What {} sent as {} is no tokenizer.json, so it was not kept. {}</source>
        <translation>Was {} als {} geschickt hat, ist keine tokenizer.json, darum wurde es nicht behalten. {}</translation>
    </message>
    <message>
        <source>{} is not safe: only addresses with https are fetched. {}</source>
        <translation>{} ist nicht sicher: nur Adressen mit https werden geholt. {}</translation>
    </message>
    <message>
        <source>{} does not give {} to everybody: it asks for an account that has accepted its terms. Download it there with a browser and open the file.</source>
        <translation>{} gibt {} nicht jedem: verlangt wird ein Konto, das die Bedingungen angenommen hat. Dort mit einem Browser herunterladen und die Datei öffnen.</translation>
    </message>
    <message>
        <source>{} has no tokenizer.json at {}. Look at how its name is written. {}</source>
        <translation>{} hat keine tokenizer.json bei {}. Die Schreibweise des Namens prüfen. {}</translation>
    </message>
    <message>
        <source>{} is not there at {}. Look at how its name is written. {}</source>
        <translation>{} gibt es bei {} nicht. Die Schreibweise des Namens prüfen. {}</translation>
    </message>
    <message>
        <source>{} refused {} (HTTP {}). Try again later. {}</source>
        <translation>{} hat {} verweigert (HTTP {}). Später noch einmal versuchen. {}</translation>
    </message>
    <message>
        <source>{} cannot be reached: {}. All else works without a network. {}</source>
        <translation>{} ist nicht erreichbar: {}. Alles andere geht ohne Netz. {}</translation>
    </message>
    <message>
        <source>{} went silent in the middle of {}. Nothing was kept; try again.</source>
        <translation>{} ist mitten in {} verstummt. Nichts wurde behalten; noch einmal versuchen.</translation>
    </message>
    <message>
        <source>{} broke off in the middle of {}. Nothing was kept; try again.</source>
        <translation>{} hat mitten in {} abgebrochen. Nichts wurde behalten; noch einmal versuchen.</translation>
    </message>
    <message>
        <source>A file that you have can be opened instead.</source>
        <translation>Eine Datei, die man hat, lässt sich stattdessen öffnen.</translation>
    </message>
    <message>
        <source>it did not answer within {} seconds</source>
        <translation>keine Antwort innerhalb von {} Sekunden</translation>
    </message>
    <message>
        <source>the connection is not safe ({})</source>
        <translation>die Verbindung ist nicht sicher ({})</translation>
    </message>
    <message>
        <source>it refused the connection</source>
        <translation>die Verbindung wurde verweigert</translation>
    </message>
    <message>
        <source>there is no connection</source>
        <translation>es gibt keine Verbindung</translation>
    </message>
    <message>
        <source>it does not speak HTTP</source>
        <translation>dort wird kein HTTP gesprochen</translation>
    </message>
    <message>
        <source>{} runs on its own library, which cuts this text otherwise than its model alone explains.</source>
        <translation>{} läuft auf seiner eigenen Bibliothek, die diesen Text anders schneidet, als sein Modell allein erklärt.</translation>
    </message>
    <message>
        <source>There is no file {}.</source>
        <translation>Die Datei {} gibt es nicht.</translation>
    </message>
    <message>
        <source>{} is no file.</source>
        <translation>{} ist keine Datei.</translation>
    </message>
    <message>
        <source>{} is a list for people to read; it cannot be opened as a tokenizer.</source>
        <translation>{} ist eine Liste zum Lesen; als Tokenizer lässt sie sich nicht öffnen.</translation>
    </message>
    <message>
        <source>There is no format &quot;{}&quot;. Choose one of: {}.</source>
        <translation>Es gibt kein Format &quot;{}&quot;. Zur Wahl stehen: {}.</translation>
    </message>
    <message>
        <source>{}: the suffix tells no format. Use one of: {}.</source>
        <translation>{}: die Endung nennt kein Format. Zur Wahl stehen: {}.</translation>
    </message>
    <message>
        <source>{}: merge {} uses &quot;{}&quot;, which no merge before it makes.</source>
        <translation>{}: Merge {} braucht &quot;{}&quot;, was kein Merge davor macht.</translation>
    </message>
    <message>
        <source>{}: {} of the 256 bytes have no token ({} ...). Only byte-level BPE that can write every text is opened.</source>
        <translation>{}: {} der 256 Bytes haben kein Token ({} ...). Geöffnet wird nur Byte-BPE, das jeden Text schreiben kann.</translation>
    </message>
    <message>
        <source>{}: {} of the 256 bytes have no token ({}). Only byte-level BPE that can write every text is opened.</source>
        <translation>{}: {} der 256 Bytes haben kein Token ({}). Geöffnet wird nur Byte-BPE, das jeden Text schreiben kann.</translation>
    </message>
    <message>
        <source>{}: special tokens must be an object of texts and ids.</source>
        <translation>{}: Special Tokens müssen ein Objekt aus Texten und IDs sein.</translation>
    </message>
    <message>
        <source>{}: the special tokens &quot;{}&quot; and &quot;{}&quot; have the same id {}.</source>
        <translation>{}: die Special Tokens &quot;{}&quot; und &quot;{}&quot; haben dieselbe ID {}.</translation>
    </message>
    <message>
        <source>{}: id {} belongs to &quot;{}&quot; and to the special token &quot;{}&quot;.</source>
        <translation>{}: die ID {} gehört zu &quot;{}&quot; und zum Special Token &quot;{}&quot;.</translation>
    </message>
    <message>
        <source>{}: {} is no id; ids are whole numbers from 0.</source>
        <translation>{}: {} ist keine ID; IDs sind ganze Zahlen ab 0.</translation>
    </message>
    <message>
        <source>{}: the id {} is too large; the largest is {}.</source>
        <translation>{}: die ID {} ist zu groß; die größte ist {}.</translation>
    </message>
    <message>
        <source>{} is cut as CLIP cuts text; another pattern cannot be given.</source>
        <translation>{} schneidet, wie CLIP Text schneidet; ein anderes Muster lässt sich nicht angeben.</translation>
    </message>
    <message>
        <source>{} is no packed text of merges: {}.</source>
        <translation>{} ist kein gepackter Text mit Merges: {}.</translation>
    </message>
    <message>
        <source>{} does not hold CLIP&apos;s {} merges.</source>
        <translation>{} enthält nicht die {} Merges von CLIP.</translation>
    </message>
    <message>
        <source>{} has {} MB. Nothing larger than {} MB is opened here; is it the file of a model instead of its tokenizer?</source>
        <translation>{} hat {} MB. Größeres als {} MB wird hier nicht geöffnet; ist es die Datei eines Modells statt seines Tokenizers?</translation>
    </message>
    <message>
        <source>{} cannot be read: {}.</source>
        <translation>{} lässt sich nicht lesen: {}.</translation>
    </message>
    <message>
        <source>{}: byte {} is not UTF-8, so it is no JSON.</source>
        <translation>{}: Byte {} ist nicht UTF-8, also ist es kein JSON.</translation>
    </message>
    <message>
        <source>{}, line {}: no JSON ({}).</source>
        <translation>{}, Zeile {}: kein JSON ({}).</translation>
    </message>
    <message>
        <source>{}: nested too deep for a tokenizer file.</source>
        <translation>{}: zu tief geschachtelt für eine Tokenizer-Datei.</translation>
    </message>
    <message>
        <source>{}: expected a JSON object, found {}.</source>
        <translation>{}: erwartet war ein JSON-Objekt, gefunden {}.</translation>
    </message>
    <message>
        <source>The folder {} does not exist, so {} cannot be saved there.</source>
        <translation>Den Ordner {} gibt es nicht, darum lässt sich {} dort nicht speichern.</translation>
    </message>
    <message>
        <source>{} holds no vocabulary.</source>
        <translation>{} enthält kein Vokabular.</translation>
    </message>
    <message>
        <source>{} holds a {} vocabulary; known are {}.</source>
        <translation>{} enthält ein Vokabular der Art {}; bekannt sind {}.</translation>
    </message>
    <message>
        <source>{}: a {} vocabulary is not cut by a pattern, so none can be given.</source>
        <translation>{}: ein Vokabular der Art {} wird nicht von einem Muster geschnitten, darum lässt sich keins angeben.</translation>
    </message>
    <message>
        <source>{} has {} tokens but {} entries of {}.</source>
        <translation>{} hat {} Token, aber {} Einträge in {}.</translation>
    </message>
    <message>
        <source>{} cuts text by rules called &quot;{}&quot;, which are not known here. Name its pattern with --pattern: {}, or a regular expression.</source>
        <translation>{} schneidet Text nach Regeln namens &quot;{}&quot;, die hier nicht bekannt sind. Sein Muster angeben (--pattern): {}, oder einen regulären Ausdruck.</translation>
    </message>
    <message>
        <source>{} holds no merges.</source>
        <translation>{} enthält keine Merges.</translation>
    </message>
    <message>
        <source>{}: the token &quot;{}&quot; has the ids {} and {}.</source>
        <translation>{}: das Token &quot;{}&quot; hat die IDs {} und {}.</translation>
    </message>
    <message>
        <source>{} holds no {}.</source>
        <translation>{} enthält kein {}.</translation>
    </message>
    <message>
        <source>{} is no GGUF file: it is too short.</source>
        <translation>{} ist keine GGUF-Datei: zu kurz.</translation>
    </message>
    <message>
        <source>{} is no GGUF file.</source>
        <translation>{} ist keine GGUF-Datei.</translation>
    </message>
    <message>
        <source>{} is GGUF of version {}; versions 2 and 3 can be read.</source>
        <translation>{} ist GGUF der Version {}; gelesen werden die Versionen 2 und 3.</translation>
    </message>
    <message>
        <source>{}, byte {}: an array of arrays stands in its metadata.</source>
        <translation>{}, Byte {}: in den Metadaten steht eine Liste von Listen.</translation>
    </message>
    <message>
        <source>{}, byte {}: a text is not UTF-8.</source>
        <translation>{}, Byte {}: ein Text ist nicht UTF-8.</translation>
    </message>
    <message>
        <source>{}, byte {}: there is no kind of value {}.</source>
        <translation>{}, Byte {}: die Werteart {} gibt es nicht.</translation>
    </message>
    <message>
        <source>{} ends before its metadata does (byte {}).</source>
        <translation>{} endet vor dem Ende seiner Metadaten (Byte {}).</translation>
    </message>
    <message>
        <source>{}: the model&apos;s vocab must be an object of tokens and ids.</source>
        <translation>{}: das Vokabular des Modells muss ein Objekt aus Token und IDs sein.</translation>
    </message>
    <message>
        <source>{}: the tokens &quot;{}&quot; and &quot;{}&quot; have the same id {}.</source>
        <translation>{}: die Token &quot;{}&quot; und &quot;{}&quot; haben dieselbe ID {}.</translation>
    </message>
    <message>
        <source>{}: the id {} of the added token &quot;{}&quot; belongs to another token too.</source>
        <translation>{}: die ID {} des zusätzlichen Tokens &quot;{}&quot; gehört auch zu einem anderen Token.</translation>
    </message>
    <message>
        <source>{}: the added token &quot;{}&quot; has the id {} in the file, but the tokenizers library gives it {}, because ids before it are missing.</source>
        <translation>{}: das zusätzliche Token &quot;{}&quot; hat in der Datei die ID {}, aber die Bibliothek tokenizers gibt ihm {}, weil IDs davor fehlen.</translation>
    </message>
    <message>
        <source>{} cannot be saved as tokenizer.json: an end-of-word mark stands there before white space, and the pattern {} ends words elsewhere. Save it as .mergescope.</source>
        <translation>{} lässt sich nicht als tokenizer.json speichern: dort steht ein Wortende-Zeichen vor Leerraum, und das Muster {} beendet Wörter anderswo. Als .mergescope speichern.</translation>
    </message>
    <message>
        <source>tokenizer.json cannot hold the normalizer {} exactly: the library applies it to other pieces of the text. Save it as .mergescope, or train with nfkc.</source>
        <translation>tokenizer.json fasst die Normalisierung {} nicht genau: die Bibliothek wendet sie auf andere Stücke des Texts an. Als .mergescope speichern, oder mit nfkc trainieren.</translation>
    </message>
    <message>
        <source>{} cannot be saved as tokenizer.json: the library has no such model. Save it as .mergescope.</source>
        <translation>{} lässt sich nicht als tokenizer.json speichern: die Bibliothek kennt kein solches Modell. Als .mergescope speichern.</translation>
    </message>
    <message>
        <source>{} cannot be saved as tokenizer.json: the special token &quot;{}&quot; reads like another one there. Save it as .mergescope.</source>
        <translation>{} lässt sich nicht als tokenizer.json speichern: das Special Token &quot;{}&quot; liest sich dort wie ein anderes. Als .mergescope speichern.</translation>
    </message>
    <message>
        <source>{} cannot be saved as tokenizer.json: the token &quot;{}&quot; reads like another one there. Save it as .mergescope.</source>
        <translation>{} lässt sich nicht als tokenizer.json speichern: das Token &quot;{}&quot; liest sich dort wie ein anderes. Als .mergescope speichern.</translation>
    </message>
    <message>
        <source>{}: its pre-tokenizer ({}) is not ByteLevel, alone or behind one pattern; only byte-level BPE can be opened.</source>
        <translation>{}: sein Pre-Tokenizer ({}) ist nicht ByteLevel, allein oder hinter einem Muster; geöffnet wird nur Byte-BPE.</translation>
    </message>
    <message>
        <source>{}: its pre-tokenizer (none) is not ByteLevel, alone or behind one pattern; only byte-level BPE can be opened.</source>
        <translation>{}: sein Pre-Tokenizer (keiner) ist nicht ByteLevel, allein oder hinter einem Muster; geöffnet wird nur Byte-BPE.</translation>
    </message>
    <message>
        <source>{} puts a blank before every text; that is not supported.</source>
        <translation>{} setzt vor jeden Text ein Leerzeichen; das geht hier nicht.</translation>
    </message>
    <message>
        <source>{}: its pattern is no regular expression that cuts out what it matches.</source>
        <translation>{}: sein Muster ist kein regulärer Ausdruck, der herausschneidet, was er trifft.</translation>
    </message>
    <message>
        <source>{} cuts with two patterns, one after the other; that is not supported.</source>
        <translation>{} schneidet mit zwei Mustern nacheinander; das geht hier nicht.</translation>
    </message>
    <message>
        <source>{} cannot be saved as {}: what its library shows makes another tokenizer.</source>
        <translation>{} lässt sich nicht als {} speichern: was seine Bibliothek zeigt, ergibt einen anderen Tokenizer.</translation>
    </message>
    <message>
        <source>{} is no file of this program: expected the format mergescope.</source>
        <translation>{} ist keine Datei dieses Programms: erwartet war das Format mergescope.</translation>
    </message>
    <message>
        <source>{} was written by a later version of this program ({}).</source>
        <translation>{} wurde von einer späteren Version dieses Programms geschrieben ({}).</translation>
    </message>
    <message>
        <source>{}: expected the tokenizer&apos;s fields, with its vocabulary.</source>
        <translation>{}: erwartet waren die Felder des Tokenizers mit seinem Vokabular.</translation>
    </message>
    <message>
        <source>{} stands beside a tokenizer; choose another name for the tokenizer itself.</source>
        <translation>{} steht neben einem Tokenizer; für den Tokenizer selbst einen anderen Namen wählen.</translation>
    </message>
    <message>
        <source>{} and {} know the same tokens here, but merge them in another order.</source>
        <translation>{} und {} kennen hier dieselben Token, verschmelzen sie aber in anderer Reihenfolge.</translation>
    </message>
    <message>
        <source>{} and {} know the same tokens here, but choose by other rules.</source>
        <translation>{} und {} kennen hier dieselben Token, wählen aber nach anderen Regeln.</translation>
    </message>
    <message>
        <source>The token &quot;{}&quot;, id {}, lies across the cut: no part can have it.</source>
        <translation>Das Token &quot;{}&quot;, ID {}, liegt über dem Schnitt: kein Teil kann es haben.</translation>
    </message>
    <message>
        <source>The token the bytes {}, id {}, lies across the cut: no part can have it.</source>
        <translation>Das Token aus den Bytes {}, ID {}, liegt über dem Schnitt: kein Teil kann es haben.</translation>
    </message>
    <message>
        <source>{} is not a session of Mergescope, or it is damaged.</source>
        <translation>{} ist keine Sitzung von Mergescope, oder sie ist beschädigt.</translation>
    </message>
    <message>
        <source>{} would unpack to {} GB: no session of Mergescope is so large.</source>
        <translation>{} würde ausgepackt {} GB groß: so groß ist keine Sitzung von Mergescope.</translation>
    </message>
    <message>
        <source>{}: a field of the session cannot be read ({}).</source>
        <translation>{}: ein Feld der Sitzung lässt sich nicht lesen ({}).</translation>
    </message>
    <message>
        <source>{} is not a session of Mergescope: its {} is too large.</source>
        <translation>{} ist keine Sitzung von Mergescope: {} darin ist zu groß.</translation>
    </message>
    <message>
        <source>{} is not a session of Mergescope: it has no readable {}.</source>
        <translation>{} ist keine Sitzung von Mergescope: es gibt kein lesbares {} darin.</translation>
    </message>
    <message>
        <source>{} is not a session of Mergescope.</source>
        <translation>{} ist keine Sitzung von Mergescope.</translation>
    </message>
    <message>
        <source>The history of the training was changed after it was saved.</source>
        <translation>Der Verlauf des Trainings wurde nach dem Speichern geändert.</translation>
    </message>
    <message>
        <source>written by another version</source>
        <translation>von einer anderen Version geschrieben</translation>
    </message>
    <message>
        <source>no head of one</source>
        <translation>kein Kopf einer Sitzung</translation>
    </message>
    <message>
        <source>shorter than it says</source>
        <translation>kürzer, als es sagt</translation>
    </message>
    <message>
        <source>{} is on a network ({}), where nothing is looked for unasked. Add it if you want it.</source>
        <translation>{} liegt in einem Netz ({}), wo ungefragt nichts gesucht wird. Bei Bedarf hinzufügen.</translation>
    </message>
    <message>
        <source>{} Everything else is open.</source>
        <translation>{} Alles andere ist offen.</translation>
    </message>
    <message>
        <source>{}: a field has a value that cannot be read ({}).</source>
        <translation>{}: ein Feld hat einen Wert, der sich nicht lesen lässt ({}).</translation>
    </message>
    <message>
        <source>{} was changed after it was saved: its identity is no longer what it says.</source>
        <translation>{} wurde nach dem Speichern geändert: seine Identität ist nicht mehr die, die es nennt.</translation>
    </message>
    <message>
        <source>{}, line 1: expected &quot;{}&quot;, found {}.</source>
        <translation>{}, Zeile 1: erwartet war &quot;{}&quot;, gefunden {}.</translation>
    </message>
    <message>
        <source>{}, line 3: expected the number of special tokens.</source>
        <translation>{}, Zeile 3: erwartet war die Zahl der Special Tokens.</translation>
    </message>
    <message>
        <source>{}: the id {} of the special token &quot;{}&quot; belongs to another token too.</source>
        <translation>{}: die ID {} des Special Tokens &quot;{}&quot; gehört auch zu einem anderen Token.</translation>
    </message>
    <message>
        <source>{}: byte {} is not UTF-8.</source>
        <translation>{}: Byte {} ist nicht UTF-8.</translation>
    </message>
    <message>
        <source>{}, line 2: {}</source>
        <translation>{}, Zeile 2: {}</translation>
    </message>
    <message>
        <source>{} ends within its {} special tokens.</source>
        <translation>{} endet mitten in seinen {} Special Tokens.</translation>
    </message>
    <message>
        <source>{}, line {}: expected a special token and an id of its own, found {}.</source>
        <translation>{}, Zeile {}: erwartet war ein Special Token mit eigener ID, gefunden {}.</translation>
    </message>
    <message>
        <source>{}, line {}: expected the ids of two parts, found {}.</source>
        <translation>{}, Zeile {}: erwartet waren die IDs zweier Teile, gefunden {}.</translation>
    </message>
    <message>
        <source>{}, line {}: the id {} is not made by a merge before it.</source>
        <translation>{}, Zeile {}: die ID {} wird von keinem Merge davor gemacht.</translation>
    </message>
    <message>
        <source>{}, line {} repeats the merge of line {}.</source>
        <translation>{}, Zeile {} wiederholt den Merge von Zeile {}.</translation>
    </message>
    <message>
        <source>minbpe v1</source>
        <translation>minbpe v1</translation>
    </message>
    <message>
        <source>there are not {} base symbols</source>
        <translation>es gibt keine {} Grundsymbole</translation>
    </message>
    <message>
        <source>{} merges do not make {} tokens</source>
        <translation>{} Merges machen keine {} Token</translation>
    </message>
    <message>
        <source>a merge is of tokens that are not there before it</source>
        <translation>ein Merge ist aus Token, die vorher nicht da sind</translation>
    </message>
    <message>
        <source>merge {} does not make the token that has its id</source>
        <translation>Merge {} macht nicht das Token, das seine ID hat</translation>
    </message>
    <message>
        <source>{} is a folder without a tokenizer.json, vocab.json and merges.txt, tokenizer.model or vocab.txt.</source>
        <translation>{} ist ein Ordner ohne tokenizer.json, vocab.json mit merges.txt, tokenizer.model oder vocab.txt.</translation>
    </message>
    <message>
        <source>no pieces in it</source>
        <translation>keine Stücke darin</translation>
    </message>
    <message>
        <source>{}: a SentencePiece model is not cut by a pattern, so none can be given.</source>
        <translation>{}: ein SentencePiece-Modell wird nicht von einem Muster geschnitten, darum lässt sich keins angeben.</translation>
    </message>
    <message>
        <source>{} is no SentencePiece model: the file is empty.</source>
        <translation>{} ist kein SentencePiece-Modell: die Datei ist leer.</translation>
    </message>
    <message>
        <source>{} is no SentencePiece model: {}.</source>
        <translation>{} ist kein SentencePiece-Modell: {}.</translation>
    </message>
    <message>
        <source>{}: words of subword-nmt are what stands between blanks; no other pattern fits.</source>
        <translation>{}: Wörter von subword-nmt sind, was zwischen Leerzeichen steht; kein anderes Muster passt.</translation>
    </message>
    <message>
        <source>{} holds no merges; expected two parts with a blank between them in each line.</source>
        <translation>{} enthält keine Merges; erwartet waren in jeder Zeile zwei Teile mit einem Leerzeichen dazwischen.</translation>
    </message>
    <message>
        <source>{} uses U+E000 itself, which stands for the end of a word here.</source>
        <translation>{} benutzt selbst U+E000, das hier für das Ende eines Worts steht.</translation>
    </message>
    <message>
        <source>{}: expected a tekken.json, with a config and a vocab.</source>
        <translation>{}: erwartet war eine tekken.json mit config und vocab.</translation>
    </message>
    <message>
        <source>{}: expected a number as {}, found {}.</source>
        <translation>{}: erwartet war eine Zahl für {}, gefunden {}.</translation>
    </message>
    <message>
        <source>{}: entry {} of the vocab is no rank with its bytes in base64.</source>
        <translation>{}: Eintrag {} des Vokabulars ist kein Rang mit seinen Bytes in base64.</translation>
    </message>
    <message>
        <source>{}: entry {} of the vocab has the rank {}; expected {}.</source>
        <translation>{}: Eintrag {} des Vokabulars hat den Rang {}; erwartet war {}.</translation>
    </message>
    <message>
        <source>{}: two ranks have the same token.</source>
        <translation>{}: zwei Ränge haben dasselbe Token.</translation>
    </message>
    <message>
        <source>{}: the vocab holds no ranks.</source>
        <translation>{}: das Vokabular enthält keine Ränge.</translation>
    </message>
    <message>
        <source>{}: a special token needs a token_str and a rank, found {}.</source>
        <translation>{}: ein Special Token braucht token_str und rank, gefunden {}.</translation>
    </message>
    <message>
        <source>{}: the special token &quot;{}&quot; has no place of its own.</source>
        <translation>{}: das Special Token &quot;{}&quot; hat keinen eigenen Platz.</translation>
    </message>
    <message>
        <source>{}.json: {}</source>
        <translation>{}.json: {}</translation>
    </message>
    <message>
        <source>{} does not say how text is cut before merging. Name its pattern with --pattern: {}, or a regular expression.</source>
        <translation>{} sagt nicht, wie Text vor dem Verschmelzen geschnitten wird. Sein Muster angeben (--pattern): {}, oder einen regulären Ausdruck.</translation>
    </message>
    <message>
        <source>{}: rank {} is used twice (lines {} and {}).</source>
        <translation>{}: Rang {} kommt zweimal vor (Zeilen {} und {}).</translation>
    </message>
    <message>
        <source>{} holds no tokens; expected a line of base64 and a rank for each.</source>
        <translation>{} enthält keine Token; erwartet war für jedes eine Zeile mit base64 und einem Rang.</translation>
    </message>
    <message>
        <source>{}: expected base64 and a rank, found {}.</source>
        <translation>{}: erwartet waren base64 und ein Rang, gefunden {}.</translation>
    </message>
    <message>
        <source>{} is not base64: {}.</source>
        <translation>{} ist kein base64: {}.</translation>
    </message>
    <message>
        <source>{}: the token is empty.</source>
        <translation>{}: das Token ist leer.</translation>
    </message>
    <message>
        <source>{}: the rank {} is too large.</source>
        <translation>{}: der Rang {} ist zu groß.</translation>
    </message>
    <message>
        <source>{}: the same token has two ranks (lines {} and {}).</source>
        <translation>{}: dasselbe Token hat zwei Ränge (Zeilen {} und {}).</translation>
    </message>
    <message>
        <source>{} cannot be saved as .tiktoken: that holds byte-level BPE with a pattern and nothing else (no normalizer, no rule for digits, no dropped white space). Save it as .mergescope.</source>
        <translation>{} lässt sich nicht als .tiktoken speichern: das fasst Byte-BPE mit einem Muster und sonst nichts (keine Normalisierung, keine Regel für Ziffern, keinen weggelassenen Leerraum). Als .mergescope speichern.</translation>
    </message>
    <message>
        <source>{} cannot be saved as .tiktoken: its merges are not the order of its ids. Save it as tokenizer.json.</source>
        <translation>{} lässt sich nicht als .tiktoken speichern: seine Merges folgen nicht der Reihenfolge der IDs. Als tokenizer.json speichern.</translation>
    </message>
    <message>
        <source>{} cannot be saved as {}: the library would give other ids. Save it as .mergescope.</source>
        <translation>{} lässt sich nicht als {} speichern: die Bibliothek gäbe andere IDs. Als .mergescope speichern.</translation>
    </message>
    <message>
        <source>{} cannot be saved as {}: the library would give other ids, as it reads the pattern {} differently. Save it as .mergescope.</source>
        <translation>{} lässt sich nicht als {} speichern: die Bibliothek gäbe andere IDs, da sie das Muster {} anders liest. Als .mergescope speichern.</translation>
    </message>
    <message>
        <source>{}: expected a tokenizer.json, but there is no model in it.</source>
        <translation>{}: erwartet war eine tokenizer.json, aber es ist kein Modell darin.</translation>
    </message>
    <message>
        <source>{}: {} of the 256 bytes have no token ({} ...). The encoder of this program needs all of them.</source>
        <translation>{}: {} der 256 Bytes haben kein Token ({} ...). Der Encoder dieses Programms braucht sie alle.</translation>
    </message>
    <message>
        <source>{}: {} of the 256 bytes have no token ({}). The encoder of this program needs all of them.</source>
        <translation>{}: {} der 256 Bytes haben kein Token ({}). Der Encoder dieses Programms braucht sie alle.</translation>
    </message>
    <message>
        <source>{} runs on its own library, so no pattern can be given.</source>
        <translation>{} läuft auf seiner eigenen Bibliothek, darum lässt sich kein Muster angeben.</translation>
    </message>
    <message>
        <source>{} runs on the library {}, which does not show what it is made of: it can be used by its name, but not be saved.</source>
        <translation>{} läuft auf der Bibliothek {}, die nicht zeigt, woraus es besteht: es lässt sich mit seinem Namen benutzen, aber nicht speichern.</translation>
    </message>
    <message>
        <source>{}: its model is not base64.</source>
        <translation>{}: das Modell darin ist kein base64.</translation>
    </message>
    <message>
        <source>{} needs the library {}, which is not known here.</source>
        <translation>{} braucht die Bibliothek {}, die hier nicht bekannt ist.</translation>
    </message>
    <message>
        <source>{} runs on the library {}, and cannot be saved as {}. Save it as tokenizer.json or .mergescope.</source>
        <translation>{} läuft auf der Bibliothek {} und lässt sich nicht als {} speichern. Als tokenizer.json oder .mergescope speichern.</translation>
    </message>
    <message>
        <source>{} runs on the library {}, and cannot be saved as {}. Save it as .mergescope.</source>
        <translation>{} läuft auf der Bibliothek {} und lässt sich nicht als {} speichern. Als .mergescope speichern.</translation>
    </message>
    <message>
        <source>{} holds a {} model; it cannot be opened.</source>
        <translation>{} enthält ein Modell der Art {}; es lässt sich nicht öffnen.</translation>
    </message>
    <message>
        <source>Numerator: {} {}</source>
        <translation>Zähler: {} {}</translation>
    </message>
    <message>
        <source>Denominator: {} {}</source>
        <translation>Nenner: {} {}</translation>
    </message>
    <message>
        <source>95 % interval: {}</source>
        <translation>95-%-Intervall: {}</translation>
    </message>
    <message>
        <source>Tokens of each unit, {}</source>
        <translation>Token je Einheit, {}</translation>
    </message>
    <message>
        <source>{}: {} is no step of a normalizer, pre-tokenizer or decoder.</source>
        <translation>{}: {} ist kein Schritt einer Normalisierung, eines Pre-Tokenizers oder Dekodierers.</translation>
    </message>
    <message>
        <source>{} does more than {} things to a text, one after another.</source>
        <translation>{} macht mit einem Text mehr als {} Dinge nacheinander.</translation>
    </message>
    <message>
        <source>{}: the rules of its normalizer are damaged.</source>
        <translation>{}: die Regeln der Normalisierung sind beschädigt.</translation>
    </message>
    <message>
        <source>{} puts more than {} characters before each text.</source>
        <translation>{} setzt mehr als {} Zeichen vor jeden Text.</translation>
    </message>
    <message>
        <source>{}: its normalizer may make a text more than {} times as long.</source>
        <translation>{}: die Normalisierung kann einen Text auf mehr als das {}fache verlängern.</translation>
    </message>
    <message>
        <source>{}: its decoder may make a text more than {} times as long.</source>
        <translation>{}: der Dekodierer kann einen Text auf mehr als das {}fache verlängern.</translation>
    </message>
    <message>
        <source>{}: its {} has more than {} characters.</source>
        <translation>{}: {} hat mehr als {} Zeichen.</translation>
    </message>
    <message>
        <source>{}: a piece of its vocabulary has more than {} characters.</source>
        <translation>{}: ein Stück des Vokabulars hat mehr als {} Zeichen.</translation>
    </message>
    <message>
        <source>{}: an added token that is normalized has more than {} characters.</source>
        <translation>{}: ein hinzugefügtes Token, das normalisiert wird, hat mehr als {} Zeichen.</translation>
    </message>
    <message>
        <source>{}: its normalizer may make its added tokens too long.</source>
        <translation>{}: die Normalisierung kann hinzugefügte Token zu lang machen.</translation>
    </message>
    <message>
        <source>{}: its normalizer may make this text {} times as long, more than {} MB. Take a shorter text.</source>
        <translation>{}: die Normalisierung kann diesen Text auf das {}fache verlängern, mehr als {} MB. Einen kürzeren Text nehmen.</translation>
    </message>
    <message>
        <source>{}: a word has {} characters. Here no more than {} are looked up.</source>
        <translation>{}: ein Wort hat {} Zeichen. Hier werden nicht mehr als {} nachgeschlagen.</translation>
    </message>
    <message>
        <source>{} is in the corpus already, and is not taken in twice.</source>
        <translation>{} ist schon im Korpus und wird nicht zweimal aufgenommen.</translation>
    </message>
    <message>
        <source>{} is in the corpus already, as {}, and is not taken in twice.</source>
        <translation>{} ist schon im Korpus, als {}, und wird nicht zweimal aufgenommen.</translation>
    </message>
    <message>
        <source>{} is a web page, not a tokenizer. Download the file itself.</source>
        <translation>{} ist eine Webseite, kein Tokenizer. Die Datei selbst herunterladen.</translation>
    </message>
    <message>
        <source>{}: the suffix tells no format. Tokenizers are opened from {} and folders of such files.</source>
        <translation>{}: die Endung nennt kein Format. Tokenizer werden geöffnet aus {} und aus Ordnern mit solchen Dateien.</translation>
    </message>
    <message>
        <source>{} holds more than {} values: no tokenizer needs so many.</source>
        <translation>{} enthält mehr als {} Werte: so viele braucht kein Tokenizer.</translation>
    </message>
    <message>
        <source>{} holds a number that is too long to be read.</source>
        <translation>{} enthält eine Zahl, die zu lang ist, um gelesen zu werden.</translation>
    </message>
    <message>
        <source>{} cannot be written: it is a folder.</source>
        <translation>{} lässt sich nicht schreiben: es ist ein Ordner.</translation>
    </message>
    <message>
        <source>{} cannot be written: it is no file.</source>
        <translation>{} lässt sich nicht schreiben: es ist keine Datei.</translation>
    </message>
    <message>
        <source>{} has more than {} MB of metadata: too much.</source>
        <translation>{} hat mehr als {} MB Metadaten: zu viel.</translation>
    </message>
    <message>
        <source>{}: its merges make tokens too long for any memory.</source>
        <translation>{}: seine Merges ergeben Token, die für jeden Speicher zu lang sind.</translation>
    </message>
    <message>
        <source>{}, line {} makes the same token as line {}.</source>
        <translation>{}, Zeile {} ergibt dasselbe Token wie Zeile {}.</translation>
    </message>
    <message>
        <source>{}: the rank has {} digits.</source>
        <translation>{}: der Rang hat {} Ziffern.</translation>
    </message>
    <message>
        <source>{} is no byte-level BPE; only that can be cut with another pattern.</source>
        <translation>{} ist kein Byte-BPE; nur das lässt sich mit einem anderen Muster schneiden.</translation>
    </message>
    <message>
        <source>{}: the library gives other ids for a sample text.</source>
        <translation>{}: die Bibliothek gibt für einen Beispieltext andere IDs.</translation>
    </message>
    <message>
        <source>{}: merge {} ({} + {}): the {} &quot;{}&quot; is not in the vocabulary.</source>
        <translation>{}: Merge {} ({} + {}): {} &quot;{}&quot; ist nicht im Vokabular.</translation>
    </message>
    <message>
        <source>{}: merge {} repeats merge {} ({} + {}).</source>
        <translation>{}: Merge {} wiederholt Merge {} ({} + {}).</translation>
    </message>
    <message>
        <source>{}: the model&apos;s merges must be a list.</source>
        <translation>{}: die Merges des Modells müssen eine Liste sein.</translation>
    </message>
    <message>
        <source>{}: expected two parts, found {}.</source>
        <translation>{}: erwartet waren zwei Teile, gefunden {}.</translation>
    </message>
    <message>
        <source>{}: the added tokens must be a list, found {}.</source>
        <translation>{}: die zusätzlichen Token müssen eine Liste sein, gefunden {}.</translation>
    </message>
    <message>
        <source>{}: an added token needs a content and an id, found {}.</source>
        <translation>{}: ein zusätzliches Token braucht content und id, gefunden {}.</translation>
    </message>
    <message>
        <source>{}: the special token &quot;{}&quot; takes what stands beside it into itself ({}).</source>
        <translation>{}: das Special Token &quot;{}&quot; nimmt auf, was neben ihm steht ({}).</translation>
    </message>
    <message>
        <source>{}: the added token &quot;{}&quot; is found in every text.</source>
        <translation>{}: das zusätzliche Token &quot;{}&quot; wird in jedem Text gefunden.</translation>
    </message>
    <message>
        <source>{} uses the normalizer {}.</source>
        <translation>{} benutzt die Normalisierung {}.</translation>
    </message>
    <message>
        <source>{} uses {}; that is not plain byte-level BPE.</source>
        <translation>{} benutzt {}; das ist kein einfaches Byte-BPE.</translation>
    </message>
    <message>
        <source>{}: the token &quot;{}&quot; holds {}, which is no byte in GPT-2&apos;s characters.</source>
        <translation>{}: das Token &quot;{}&quot; enthält {}, was in den Zeichen von GPT-2 kein Byte ist.</translation>
    </message>
    <message>
        <source>{} cannot be saved as {} with {}: they hold byte-level BPE with a pattern and nothing else. Save it as tokenizer.json or .mergescope.</source>
        <translation>{} lässt sich nicht als {} mit {} speichern: sie fassen Byte-BPE mit einem Muster und sonst nichts. Als tokenizer.json oder .mergescope speichern.</translation>
    </message>
    <message>
        <source>{} cannot be saved as {} with {}: some of its tokens come from no merge. Save it as tokenizer.json.</source>
        <translation>{} lässt sich nicht als {} mit {} speichern: einige seiner Token stammen aus keinem Merge. Als tokenizer.json speichern.</translation>
    </message>
    <message>
        <source>{} cannot be saved as {}: one of its tokens does not fit a line. Save it as tokenizer.json.</source>
        <translation>{} lässt sich nicht als {} speichern: eines seiner Token passt nicht in eine Zeile. Als tokenizer.json speichern.</translation>
    </message>
    <message>
        <source>{} cannot be saved as {}: {}. Save it as tokenizer.json or .mergescope.</source>
        <translation>{} lässt sich nicht als {} speichern: {}. Als tokenizer.json oder .mergescope speichern.</translation>
    </message>
    <message>
        <source>The folder {} does not exist, so {} cannot be made in it.</source>
        <translation>Den Ordner {} gibt es nicht, darum lässt sich {} nicht darin anlegen.</translation>
    </message>
    <message>
        <source>it is no WordPiece</source>
        <translation>es ist kein WordPiece</translation>
    </message>
    <message>
        <source>the file knows only {} and words of {} characters</source>
        <translation>die Datei kennt nur {} und Wörter von {} Zeichen</translation>
    </message>
    <message>
        <source>the unknown token must be {}</source>
        <translation>das unbekannte Token muss {} sein</translation>
    </message>
    <message>
        <source>text must be cut by the pattern bert</source>
        <translation>Text muss vom Muster bert geschnitten werden</translation>
    </message>
    <message>
        <source>text may be normalized by bert alone</source>
        <translation>Text darf nur von bert normalisiert werden</translation>
    </message>
    <message>
        <source>{} holds no {} with a {}.</source>
        <translation>{} enthält keine {} mit einer {}.</translation>
    </message>
    <message>
        <source>{} is one of two files; {} is missing beside it.</source>
        <translation>{} ist eine von zwei Dateien; {} fehlt daneben.</translation>
    </message>
    <message>
        <source>{}, line {}: byte {} is not UTF-8.</source>
        <translation>{}, Zeile {}: Byte {} ist nicht UTF-8.</translation>
    </message>
    <message>
        <source>{}, line {}: expected two parts with a blank between them, found {}.</source>
        <translation>{}, Zeile {}: erwartet waren zwei Teile mit einem Leerzeichen dazwischen, gefunden {}.</translation>
    </message>
    <message>
        <source>{}, line {} repeats the merge of line {} ({}).</source>
        <translation>{}, Zeile {} wiederholt den Merge von Zeile {} ({}).</translation>
    </message>
    <message>
        <source>{}, line {}: the {} &quot;{}&quot; is not in the vocabulary.</source>
        <translation>{}, Zeile {}: {} &quot;{}&quot; ist nicht im Vokabular.</translation>
    </message>
    <message>
        <source>tokenizer_config.json beside {}: {}</source>
        <translation>tokenizer_config.json neben {}: {}</translation>
    </message>
    <message>
        <source>{} is cut as BERT cuts text; another pattern cannot be given.</source>
        <translation>{} schneidet, wie BERT Text schneidet; ein anderes Muster lässt sich nicht angeben.</translation>
    </message>
    <message>
        <source>{}, line {}: byte {} is not UTF-8; expected a vocabulary of BERT, a token a line.</source>
        <translation>{}, Zeile {}: Byte {} ist nicht UTF-8; erwartet war ein Vokabular von BERT, ein Token je Zeile.</translation>
    </message>
    <message>
        <source>{}: the token &quot;{}&quot; stands in line {} and in line {}.</source>
        <translation>{}: das Token &quot;{}&quot; steht in Zeile {} und in Zeile {}.</translation>
    </message>
    <message>
        <source>{}, line 1: expected a token, found a table; a .vocab of SentencePiece is no tokenizer.</source>
        <translation>{}, Zeile 1: erwartet war ein Token, gefunden eine Tabelle; eine .vocab von SentencePiece ist kein Tokenizer.</translation>
    </message>
    <message>
        <source>{} holds no {}; expected a vocabulary of BERT, a token a line.</source>
        <translation>{} enthält kein {}; erwartet war ein Vokabular von BERT, ein Token je Zeile.</translation>
    </message>
    <message>
        <source>The training has not begun.</source>
        <translation>Das Training hat nicht begonnen.</translation>
    </message>
    <message>
        <source>This training had no parallel text beside it.</source>
        <translation>Dieses Training hatte keinen Paralleltext neben sich.</translation>
    </message>
    <message>
        <source>its merges make tokens too long for any memory</source>
        <translation>seine Merges ergeben Token, die für jeden Speicher zu lang sind</translation>
    </message>
    <message>
        <source>The history of the training is damaged ({}).</source>
        <translation>Der Verlauf des Trainings ist beschädigt ({}).</translation>
    </message>
    <message>
        <source>no reason to stop: {}</source>
        <translation>kein Grund aufzuhören: {}</translation>
    </message>
    <message>
        <source>its columns are not of one length</source>
        <translation>seine Spalten sind nicht gleich lang</translation>
    </message>
    <message>
        <source>its pieces reach beyond their text</source>
        <translation>seine Stücke reichen über ihren Text hinaus</translation>
    </message>
    <message>
        <source>its words occur more often than any training counts</source>
        <translation>seine Wörter kommen öfter vor, als ein Training zählt</translation>
    </message>
    <message>
        <source>{} has another shape</source>
        <translation>{} hat eine andere Form</translation>
    </message>
    <message>
        <source>{} holds what is no number</source>
        <translation>{} enthält, was keine Zahl ist</translation>
    </message>
    <message>
        <source>{} holds a number that cannot be</source>
        <translation>{} enthält eine Zahl, die nicht sein kann</translation>
    </message>
    <message>
        <source>its {} reach beyond their text</source>
        <translation>seine {} reichen über ihren Text hinaus</translation>
    </message>
    <message>
        <source>its {} are cut inside of characters</source>
        <translation>seine {} sind in Zeichen hineingeschnitten</translation>
    </message>
    <message>
        <source>its words are not counted once or in tenths</source>
        <translation>seine Wörter sind weder einfach noch in Zehnteln gezählt</translation>
    </message>
    <message>
        <source>its languages belong to no words</source>
        <translation>seine Sprachen gehören zu keinen Wörtern</translation>
    </message>
    <message>
        <source>a word is in a language no times</source>
        <translation>ein Wort kommt in einer Sprache keinmal vor</translation>
    </message>
    <message>
        <source>it names a language that it does not have</source>
        <translation>er nennt eine Sprache, die er nicht hat</translation>
    </message>
    <message>
        <source>its languages are not those it began with</source>
        <translation>seine Sprachen sind nicht die, mit denen er begann</translation>
    </message>
    <message>
        <source>it does not begin with the bytes</source>
        <translation>er beginnt nicht mit den Bytes</translation>
    </message>
    <message>
        <source>a step merges tokens that are not there yet</source>
        <translation>ein Schritt verschmilzt Token, die noch nicht da sind</translation>
    </message>
    <message>
        <source>a pair lacks one of its tokens</source>
        <translation>einem Paar fehlt eines seiner Token</translation>
    </message>
    <message>
        <source>its languages belong to no steps</source>
        <translation>seine Sprachen gehören zu keinen Schritten</translation>
    </message>
    <message>
        <source>a round counts what cannot be</source>
        <translation>eine Runde zählt, was nicht sein kann</translation>
    </message>
    <message>
        <source>its pieces are cut inside of characters</source>
        <translation>seine Stücke sind in Zeichen hineingeschnitten</translation>
    </message>
    <message>
        <source>{} runs on its own library, which encodes with all its merges or none. Open a file of byte-level BPE (tokenizer.json, .tiktoken, vocab.json with merges.txt) to play its merges.</source>
        <translation>{} läuft auf seiner eigenen Bibliothek, die mit allen Merges kodiert oder mit keinem. Eine Datei mit Byte-BPE öffnen (tokenizer.json, .tiktoken, vocab.json mit merges.txt), um ihre Merges abzuspielen.</translation>
    </message>
    <message>
        <source>{} has no list of merges: only byte-pair encoding keeps the order in which its tokens were made.</source>
        <translation>{} hat keine Liste von Merges: nur Byte-Pair-Encoding behält die Reihenfolge, in der seine Token gemacht wurden.</translation>
    </message>
    <message>
        <source>There is no normalizer &quot;{}&quot;. Did you mean {} or {}? Choose from {}.</source>
        <translation>Es gibt keine Normalisierung &quot;{}&quot;. Gemeint sein könnte {} oder {}. Zur Wahl stehen: {}.</translation>
    </message>
    <message>
        <source>There is no normalizer &quot;{}&quot;. Did you mean {}? Choose from {}.</source>
        <translation>Es gibt keine Normalisierung &quot;{}&quot;. Gemeint sein könnte {}. Zur Wahl stehen: {}.</translation>
    </message>
    <message>
        <source>There is no normalizer &quot;{}&quot;. Choose from {}.</source>
        <translation>Es gibt keine Normalisierung &quot;{}&quot;. Zur Wahl stehen: {}.</translation>
    </message>
    <message>
        <source>The normalizer metaspace is given twice: it would put two marks in front.</source>
        <translation>Die Normalisierung metaspace ist zweimal angegeben: sie setzte zwei Zeichen davor.</translation>
    </message>
    <message>
        <source>A price needs a name, of no more than 60 characters.</source>
        <translation>Ein Preis braucht einen Namen mit höchstens 60 Zeichen.</translation>
    </message>
    <message>
        <source>{}: &quot;{}&quot; is no currency; write it as EUR, USD or INR.</source>
        <translation>{}: &quot;{}&quot; ist keine Währung; EUR, USD oder INR schreiben.</translation>
    </message>
    <message>
        <source>{}: &quot;{}&quot; is no price; write a number from 0 to 1,000,000, as in 2.50.</source>
        <translation>{}: &quot;{}&quot; ist kein Preis; eine Zahl von 0 bis 1,000,000 schreiben, wie 2.50.</translation>
    </message>
    <message>
        <source>{}: &quot;{}&quot; is no date; write year, month and day as in 2026-11-30.</source>
        <translation>{}: &quot;{}&quot; ist kein Datum; Jahr, Monat und Tag schreiben, wie 2026-11-30.</translation>
    </message>
    <message>
        <source>{} has no language {}.{}</source>
        <translation>{} hat keine Sprache {}.{}</translation>
    </message>
    <message>
        <source>No language is chosen; name some codes, or say all.</source>
        <translation>Keine Sprache ist gewählt; einige Codes nennen, oder all.</translation>
    </message>
    <message>
        <source>{}: there is no such file or folder; the bundled parallel text is called udhr.</source>
        <translation>{}: diese Datei oder diesen Ordner gibt es nicht; der mitgelieferte Paralleltext heißt udhr.</translation>
    </message>
    <message>
        <source>The Universal Declaration is not part of this installation; give a folder of texts.</source>
        <translation>Die Allgemeine Erklärung gehört nicht zu dieser Installation; einen Ordner mit Texten angeben.</translation>
    </message>
    <message>
        <source>{} has two files for the language {}; rename or remove {}.</source>
        <translation>{} hat zwei Dateien für die Sprache {}; {} umbenennen oder entfernen.</translation>
    </message>
    <message>
        <source>{} is no table with a language in each column; it needs to be {}.</source>
        <translation>{} ist keine Tabelle mit einer Sprache in jeder Spalte; es muss {} sein.</translation>
    </message>
    <message>
        <source>{}, row {}: expected a text for each language code; {} has none.</source>
        <translation>{}, Zeile {}: erwartet war ein Text für jeden Sprachcode; {} hat keinen.</translation>
    </message>
    <message>
        <source>{} holds no parallel text: one file or column a language is needed.</source>
        <translation>{} enthält keinen Paralleltext: gebraucht wird eine Datei oder Spalte je Sprache.</translation>
    </message>
    <message>
        <source>{}: {} has {} {}, the others {}; {} {} of {} is the first that the others have not. Each {} must say the same in all.</source>
        <translation>{}: {} hat {} {}, die anderen {}; {} {} von {} ist die erste, die die anderen nicht haben. Jede {} muss in allen dasselbe sagen.</translation>
    </message>
    <message>
        <source>{}: {} has {} {}, the others {}; {} {} of the others is the first that {} has not. Each {} must say the same in all.</source>
        <translation>{}: {} hat {} {}, die anderen {}; {} {} der anderen ist die erste, die {} nicht hat. Jede {} muss in allen dasselbe sagen.</translation>
    </message>
    <message>
        <source>{}: {} has {} {}s, the others {}; {} {} of {} is the first that the others have not. Each {} must say the same in all.</source>
        <translation>{}: {} hat {} {}n, die anderen {}; {} {} von {} ist die erste, die die anderen nicht haben. Jede {} muss in allen dasselbe sagen.</translation>
    </message>
    <message>
        <source>{}: {} has {} {}s, the others {}; {} {} of the others is the first that {} has not. Each {} must say the same in all.</source>
        <translation>{}: {} hat {} {}n, die anderen {}; {} {} der anderen ist die erste, die {} nicht hat. Jede {} muss in allen dasselbe sagen.</translation>
    </message>
    <message>
        <source>{} holds no text: one file a language is needed.</source>
        <translation>{} enthält keinen Text: gebraucht wird eine Datei je Sprache.</translation>
    </message>
    <message>
        <source>{} holds more than {} MB, which no parallel text needs.</source>
        <translation>{} enthält mehr als {} MB; so viel braucht kein Paralleltext.</translation>
    </message>
    <message>
        <source>{}, line {}: not UTF-8; save the file as UTF-8.</source>
        <translation>{}, Zeile {}: nicht UTF-8; die Datei als UTF-8 speichern.</translation>
    </message>
    <message>
        <source> It has {} and {} more.</source>
        <translation> Es gibt {} und {} weitere.</translation>
    </message>
    <message>
        <source> It has {}.</source>
        <translation> Es gibt {}.</translation>
    </message>
    <message>
        <source> Did you mean {} or {}?</source>
        <translation> Gemeint sein könnte {} oder {}.</translation>
    </message>
    <message>
        <source> Did you mean {}?</source>
        <translation> Gemeint sein könnte {}.</translation>
    </message>
    <message>
        <source>There is no pattern {}.{} Choose one of {}, or give a regular expression; the word itself is ({}).</source>
        <translation>Es gibt kein Muster {}.{} Eines wählen von {}, oder einen regulären Ausdruck angeben; das Wort selbst ist ({}).</translation>
    </message>
    <message>
        <source>The pattern has {} characters; no more than {} are searched for.</source>
        <translation>Das Muster hat {} Zeichen; gesucht wird mit nicht mehr als {}.</translation>
    </message>
    <message>
        <source>The pattern {} is nested too deep.</source>
        <translation>Das Muster {} ist zu tief verschachtelt.</translation>
    </message>
    <message>
        <source>The pattern {} is no regular expression: {}.</source>
        <translation>Das Muster {} ist kein regulärer Ausdruck: {}.</translation>
    </message>
    <message>
        <source>The pattern {} takes more memory than there is to search for one pre-token. It may call itself without an end.</source>
        <translation>Das Muster {} braucht mehr Speicher, als es gibt, um ein Pre-Token zu suchen. Vielleicht ruft es sich ohne Ende selbst auf.</translation>
    </message>
    <message>
        <source>There is no rule &quot;{}&quot; for digits. Choose one of: {}.</source>
        <translation>Es gibt keine Regel &quot;{}&quot; für Ziffern. Zur Wahl stehen: {}.</translation>
    </message>
    <message>
        <source>The pattern is empty. Choose one of {}, or give a regular expression.</source>
        <translation>Das Muster ist leer. Eines wählen von {}, oder einen regulären Ausdruck angeben.</translation>
    </message>
    <message>
        <source>The pattern {} is neither a name ({}) nor a regular expression: {}.</source>
        <translation>Das Muster {} ist weder ein Name ({}) noch ein regulärer Ausdruck: {}.</translation>
    </message>
    <message>
        <source>The pattern {} is neither a name ({}) nor a regular expression: {} at character {}.</source>
        <translation>Das Muster {} ist weder ein Name ({}) noch ein regulärer Ausdruck: {} bei Zeichen {}.</translation>
    </message>
    <message>
        <source>The pattern {} searches for longer than {} seconds for one pre-token, as if for ever. Its repetitions can match the same letters in too many ways; make them possessive (++, *+).</source>
        <translation>Das Muster {} sucht für ein Pre-Token länger als {} Sekunden, wie ohne Ende. Seine Wiederholungen treffen dieselben Buchstaben auf zu viele Arten; sie possessiv schreiben (++, *+).</translation>
    </message>
    <message>
        <source>The file is no longer there ({}).</source>
        <translation>Die Datei ist nicht mehr da ({}).</translation>
    </message>
    <message>
        <source>{} is not on this computer. {} A path opens a file.</source>
        <translation>{} ist nicht auf diesem Rechner. {} Ein Pfad öffnet eine Datei.</translation>
    </message>
    <message>
        <source>field {} is no number</source>
        <translation>Feld {} ist keine Zahl</translation>
    </message>
    <message>
        <source>byte {} begins no field</source>
        <translation>Byte {} beginnt kein Feld</translation>
    </message>
    <message>
        <source>a number ends at byte {} before it is complete</source>
        <translation>eine Zahl endet bei Byte {}, bevor sie vollständig ist</translation>
    </message>
    <message>
        <source>{} reads {} here, {} reads {}: their normalizers differ.</source>
        <translation>{} liest hier {}, {} liest {}: ihre Normalisierungen sind verschieden.</translation>
    </message>
    <message>
        <source>{} cannot write {}: it becomes the unknown token.</source>
        <translation>{} kann {} nicht schreiben: es wird zum unbekannten Token.</translation>
    </message>
    <message>
        <source>Before any merge {} cuts the text into {}, {} into {}.</source>
        <translation>Vor jedem Merge schneidet {} den Text in {}, {} in {}.</translation>
    </message>
    <message>
        <source>{} has the token {}; {} does not.</source>
        <translation>{} hat das Token {}; {} hat es nicht.</translation>
    </message>
    <message>
        <source>{} has a blank in its tokens here; to {} there is none.</source>
        <translation>{} hat hier ein Leerzeichen in seinen Token; für {} gibt es keins.</translation>
    </message>
    <message>
        <source>the bytes {}</source>
        <translation>die Bytes {}</translation>
    </message>
    <message>
        <source>&quot;{}&quot; (place {}) is no id. Write whole numbers, with blanks or commas between.</source>
        <translation>&quot;{}&quot; (Stelle {}) ist keine ID. Ganze Zahlen schreiben, mit Leerzeichen oder Kommas dazwischen.</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is not bytes in hex. Write pairs of digits, as in 0xE0 A4.</source>
        <translation>&quot;{}&quot; sind keine Bytes in Hex. Paare von Ziffern schreiben, wie 0xE0 A4.</translation>
    </message>
    <message>
        <source>A special token must not be empty.</source>
        <translation>Ein Special Token darf nicht leer sein.</translation>
    </message>
    <message>
        <source>The special token {} is not text: it holds half of a surrogate pair.</source>
        <translation>Das Special Token {} ist kein Text: es enthält die Hälfte eines Surrogatpaars.</translation>
    </message>
    <message>
        <source>There is no layout &quot;{}&quot; for special tokens. Choose one of: {}.</source>
        <translation>Es gibt keine Anordnung &quot;{}&quot; für Special Tokens. Zur Wahl stehen: {}.</translation>
    </message>
    <message>
        <source>The special token &quot;{}&quot; is given twice.</source>
        <translation>Das Special Token &quot;{}&quot; ist zweimal angegeben.</translation>
    </message>
    <message>
        <source>There is no algorithm {} here; a later version may have it.</source>
        <translation>Den Algorithmus {} gibt es hier nicht; eine spätere Version hat ihn vielleicht.</translation>
    </message>
    <message>
        <source>The options of the training are damaged ({}).</source>
        <translation>Die Optionen des Trainings sind beschädigt ({}).</translation>
    </message>
    <message>
        <source>{} is not UTF-8 (first in line {}); it is read as {}, which fits. Name the encoding to be sure (--encoding {}).</source>
        <translation>{} ist nicht UTF-8 (zuerst in Zeile {}); gelesen wird es als {}, was passt. Die Kodierung nennen, um sicher zu sein (--encoding {}).</translation>
    </message>
    <message>
        <source>{}: {} places are not {}, the first in line {}; shown as U+FFFD and counted. It can be read as {} (--encoding {}).</source>
        <translation>{}: {} Stellen sind nicht {}, die erste in Zeile {}; als U+FFFD gezeigt und gezählt. Es lässt sich als {} lesen (--encoding {}).</translation>
    </message>
    <message>
        <source>{}: {} places are not {}, the first in line {}; shown as U+FFFD and counted.</source>
        <translation>{}: {} Stellen sind nicht {}, die erste in Zeile {}; als U+FFFD gezeigt und gezählt.</translation>
    </message>
    <message>
        <source>{}: {} places are not {}, in line {}; shown as U+FFFD and counted. It can be read as {} (--encoding {}).</source>
        <translation>{}: {} Stellen sind nicht {}, in Zeile {}; als U+FFFD gezeigt und gezählt. Es lässt sich als {} lesen (--encoding {}).</translation>
    </message>
    <message>
        <source>{}: {} places are not {}, in line {}; shown as U+FFFD and counted.</source>
        <translation>{}: {} Stellen sind nicht {}, in Zeile {}; als U+FFFD gezeigt und gezählt.</translation>
    </message>
    <message>
        <source>{}: 1 place is not {}, the first in line {}; shown as U+FFFD and counted. It can be read as {} (--encoding {}).</source>
        <translation>{}: 1 Stelle ist nicht {}, die erste in Zeile {}; als U+FFFD gezeigt und gezählt. Es lässt sich als {} lesen (--encoding {}).</translation>
    </message>
    <message>
        <source>{}: 1 place is not {}, the first in line {}; shown as U+FFFD and counted.</source>
        <translation>{}: 1 Stelle ist nicht {}, die erste in Zeile {}; als U+FFFD gezeigt und gezählt.</translation>
    </message>
    <message>
        <source>{}: 1 place is not {}, in line {}; shown as U+FFFD and counted. It can be read as {} (--encoding {}).</source>
        <translation>{}: 1 Stelle ist nicht {}, in Zeile {}; als U+FFFD gezeigt und gezählt. Es lässt sich als {} lesen (--encoding {}).</translation>
    </message>
    <message>
        <source>{}: 1 place is not {}, in line {}; shown as U+FFFD and counted.</source>
        <translation>{}: 1 Stelle ist nicht {}, in Zeile {}; als U+FFFD gezeigt und gezählt.</translation>
    </message>
    <message>
        <source>{} ends inside a character (1 byte).</source>
        <translation>{} endet mitten in einem Zeichen (1 Byte).</translation>
    </message>
    <message>
        <source>{} ends inside a character ({} bytes).</source>
        <translation>{} endet mitten in einem Zeichen ({} Bytes).</translation>
    </message>
    <message>
        <source>{} holds {} NUL character (a binary file?).</source>
        <translation>{} enthält {} NUL-Zeichen (eine Binärdatei?).</translation>
    </message>
    <message>
        <source>{} holds {} NUL characters (a binary file?).</source>
        <translation>{} enthält {} NUL-Zeichen (eine Binärdatei?).</translation>
    </message>
    <message>
        <source>{}: {} half of a character (a lone surrogate) became U+FFFD.</source>
        <translation>{}: {} Hälfte eines Zeichens (ein einzelnes Surrogat) wurde zu U+FFFD.</translation>
    </message>
    <message>
        <source>{}: {} halves of characters (a lone surrogate) became U+FFFD.</source>
        <translation>{}: {} Hälften von Zeichen (einzelne Surrogate) wurden zu U+FFFD.</translation>
    </message>
    <message>
        <source>{}: {} of {} rows has no text.</source>
        <translation>{}: {} von {} Zeilen hat keinen Text.</translation>
    </message>
    <message>
        <source>{}: {} of {} rows have no text.</source>
        <translation>{}: {} von {} Zeilen haben keinen Text.</translation>
    </message>
    <message>
        <source>{} is a table that is read as plain text; one column can be read alone (--column: {}, ...).</source>
        <translation>{} ist eine Tabelle, die als einfacher Text gelesen wird; eine Spalte lässt sich allein lesen (--column: {}, ...).</translation>
    </message>
    <message>
        <source>{} is a table that is read as plain text; one column can be read alone (--column: {}).</source>
        <translation>{} ist eine Tabelle, die als einfacher Text gelesen wird; eine Spalte lässt sich allein lesen (--column: {}).</translation>
    </message>
    <message>
        <source>The source {} needs a path, a text or a sample: exactly one of them.</source>
        <translation>Die Quelle {} braucht einen Pfad, einen Text oder ein Beispiel: genau eines davon.</translation>
    </message>
    <message>
        <source>The weight of {} must be from 0.1 to 10 in steps of 0.1, or 0 to leave it out.</source>
        <translation>Das Gewicht von {} muss von 0.1 bis 10 in Schritten von 0.1 sein, oder 0, um sie wegzulassen.</translation>
    </message>
    <message>
        <source>There is no sample {}; there are {}. Did you mean {} or {}?</source>
        <translation>Es gibt kein Beispiel {}; es gibt {}. Gemeint sein könnte {} oder {}.</translation>
    </message>
    <message>
        <source>There is no sample {}; there are {}. Did you mean {}?</source>
        <translation>Es gibt kein Beispiel {}; es gibt {}. Gemeint sein könnte {}.</translation>
    </message>
    <message>
        <source>There is no sample {}; there are {}.</source>
        <translation>Es gibt kein Beispiel {}; es gibt {}.</translation>
    </message>
    <message>
        <source>{} has no columns: it is no table ({}).</source>
        <translation>{} hat keine Spalten: es ist keine Tabelle ({}).</translation>
    </message>
    <message>
        <source>{}: the file is empty.</source>
        <translation>{}: die Datei ist leer.</translation>
    </message>
    <message>
        <source>{} is a Parquet table; name the column to read with --column ({}).</source>
        <translation>{} ist eine Parquet-Tabelle; die Spalte nennen, die gelesen wird (--column: {}).</translation>
    </message>
    <message>
        <source>{} is a Parquet table; name the column to read with --column (its name should end so).</source>
        <translation>{} ist eine Parquet-Tabelle; die Spalte nennen, die gelesen wird (--column; ihr Name sollte so enden).</translation>
    </message>
    <message>
        <source>{}: the file is empty but for its byte order mark.</source>
        <translation>{}: die Datei ist leer bis auf ihre Byte-Order-Mark.</translation>
    </message>
    <message>
        <source>The words of this training lack the pair that was merged: they are those of another.</source>
        <translation>Den Wörtern dieses Trainings fehlt das Paar, das verschmolzen wurde: sie gehören zu einem anderen.</translation>
    </message>
    <message>
        <source>{} is not a table; its name has to end with {}.</source>
        <translation>{} ist keine Tabelle; der Name muss auf {} enden.</translation>
    </message>
    <message>
        <source>{}, row {}: {} is {}; expected a text in each row of the column.</source>
        <translation>{}, Zeile {}: {} ist {}; erwartet war ein Text in jeder Zeile der Spalte.</translation>
    </message>
    <message>
        <source>{}, line {}: nested too deep.</source>
        <translation>{}, Zeile {}: zu tief geschachtelt.</translation>
    </message>
    <message>
        <source>{}, line {}: not JSON ({}).</source>
        <translation>{}, Zeile {}: kein JSON ({}).</translation>
    </message>
    <message>
        <source>{}, line {}: expected an object with a value for each column.</source>
        <translation>{}, Zeile {}: erwartet war ein Objekt mit einem Wert für jede Spalte.</translation>
    </message>
    <message>
        <source>{}, line {}: longer than {} MB. Is it a table, with a row on each line?</source>
        <translation>{}, Zeile {}: länger als {} MB. Ist es eine Tabelle mit einem Datensatz in jeder Zeile?</translation>
    </message>
    <message>
        <source>{}, line 1: expected a different name over each column.</source>
        <translation>{}, Zeile 1: erwartet war ein anderer Name über jeder Spalte.</translation>
    </message>
    <message>
        <source>{}, row {}: expected {} columns, found {}.</source>
        <translation>{}, Zeile {}: erwartet waren {} Spalten, gefunden {}.</translation>
    </message>
    <message>
        <source>{}, row {}: not a row that can be read ({}).</source>
        <translation>{}, Zeile {}: lässt sich nicht lesen ({}).</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>wahr oder falsch</translation>
    </message>
    <message>
        <source>{}: Parquet files are read by pyarrow, which is not installed: pip install &apos;mergescope[parquet]&apos;.</source>
        <translation>{}: Parquet-Dateien liest pyarrow, das nicht installiert ist: pip install &apos;mergescope[parquet]&apos;.</translation>
    </message>
    <message>
        <source>{} cannot be read as Parquet: {}.</source>
        <translation>{} lässt sich nicht als Parquet lesen: {}.</translation>
    </message>
    <message>
        <source>{}: the column {} holds {}; expected texts.</source>
        <translation>{}: die Spalte {} enthält {}; erwartet waren Texte.</translation>
    </message>
    <message>
        <source>{} has no column {}; it has {} and {} more.{}</source>
        <translation>{} hat keine Spalte {}; es gibt {} und {} weitere.{}</translation>
    </message>
    <message>
        <source>{} has no column {}; it has {}.{}</source>
        <translation>{} hat keine Spalte {}; es gibt {}.{}</translation>
    </message>
    <message>
        <source>{} has no column {}; it has none.{}</source>
        <translation>{} hat keine Spalte {}; es gibt keine.{}</translation>
    </message>
    <message>
        <source>{}: the table has no rows.</source>
        <translation>{}: die Tabelle hat keine Zeilen.</translation>
    </message>
    <message>
        <source>There is no text encoding {}; use a name such as utf-8, utf-16, cp1252, shift_jis or gb18030.</source>
        <translation>Es gibt keine Textkodierung {}; einen Namen wie utf-8, utf-16, cp1252, shift_jis oder gb18030 nehmen.</translation>
    </message>
    <message>
        <source>{} is not a regular file, so it cannot be read as a text.</source>
        <translation>{} ist keine gewöhnliche Datei, darum lässt sie sich nicht als Text lesen.</translation>
    </message>
    <message>
        <source>{} is a damaged Zstandard file ({}); download or pack it again.</source>
        <translation>{} ist eine beschädigte Zstandard-Datei ({}); noch einmal herunterladen oder packen.</translation>
    </message>
    <message>
        <source>{} is a damaged gzip file ({}); download or pack it again.</source>
        <translation>{} ist eine beschädigte gzip-Datei ({}); noch einmal herunterladen oder packen.</translation>
    </message>
    <message>
        <source>{} is not a text: it holds NUL characters and bytes that are not UTF-8 (a binary file?).</source>
        <translation>{} ist kein Text: es enthält NUL-Zeichen und Bytes, die nicht UTF-8 sind (eine Binärdatei?).</translation>
    </message>
    <message>
        <source>{} is not a text: {} of its first {} bytes are not UTF-8.</source>
        <translation>{} ist kein Text: {} der ersten {} Bytes sind nicht UTF-8.</translation>
    </message>
    <message>
        <source>{} is made of characters; only a byte-level tokenizer encodes raw bytes.</source>
        <translation>{} besteht aus Zeichen; nur ein Byte-Tokenizer kodiert rohe Bytes.</translation>
    </message>
    <message>
        <source>{} is no number of that kind. Write it as 768, 124 M or 1.3 B.</source>
        <translation>{} ist keine solche Zahl. Sie als 768, 124 M oder 1.3 B schreiben.</translation>
    </message>
    <message>
        <source>it does not show its model</source>
        <translation>es zeigt sein Modell nicht</translation>
    </message>
    <message>
        <source>{} runs on its own library, and how it comes to its tokens cannot be told ({}).</source>
        <translation>{} läuft auf seiner eigenen Bibliothek, und wie es zu seinen Token kommt, lässt sich nicht sagen ({}).</translation>
    </message>
    <message>
        <source>its {} is not built here</source>
        <translation>{} wird hier nicht nachgebaut</translation>
    </message>
    <message>
        <source>it is of words or characters</source>
        <translation>es ist aus Wörtern oder Zeichen</translation>
    </message>
    <message>
        <source>No text is checked in the corpus, so nothing is counted.</source>
        <translation>Kein Text ist im Korpus angekreuzt, darum wird nichts gezählt.</translation>
    </message>
    <message>
        <source>{} Its library does not show how it comes to its tokens, so which of them are unreachable is not known.</source>
        <translation>{} Seine Bibliothek zeigt nicht, wie sie zu ihren Token kommt, darum ist nicht bekannt, welche unerreichbar sind.</translation>
    </message>
    <message>
        <source>Its library is given whole records, as it cuts nowhere else; it cannot be stopped inside one.</source>
        <translation>Seine Bibliothek bekommt ganze Datensätze, da sie sonst nirgends schneidet; in einem lässt sie sich nicht anhalten.</translation>
    </message>
    <message>
        <source>Its library does not show how it comes to its tokens, so which of them are unreachable is not known.</source>
        <translation>Seine Bibliothek zeigt nicht, wie sie zu ihren Token kommt, darum ist nicht bekannt, welche unerreichbar sind.</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is not bytes in hex. Write two digits a byte, as in E0 A4.</source>
        <translation>&quot;{}&quot; sind keine Bytes in Hex. Zwei Ziffern je Byte schreiben, wie E0 A4.</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is not an id. Write a number, or two with a hyphen between, as in 300-400.</source>
        <translation>&quot;{}&quot; ist keine ID. Eine Zahl schreiben, oder zwei mit Bindestrich dazwischen, wie 300-400.</translation>
    </message>
    <message>
        <source>This is not a regular expression: {}.</source>
        <translation>Das ist kein regulärer Ausdruck: {}.</translation>
    </message>
    <message>
        <source>The expression takes more than {} s. Write it with fewer repeats.</source>
        <translation>Der Ausdruck braucht mehr als {} s. Ihn mit weniger Wiederholungen schreiben.</translation>
    </message>
    <message>
        <source>The expression takes more than {} s on one token. Write it with fewer repeats.</source>
        <translation>Der Ausdruck braucht mehr als {} s für ein Token. Ihn mit weniger Wiederholungen schreiben.</translation>
    </message>
    <message>
        <source>there is no such file or folder</source>
        <translation>diese Datei oder diesen Ordner gibt es nicht</translation>
    </message>
    <message>
        <source>it is not allowed</source>
        <translation>es ist nicht erlaubt</translation>
    </message>
    <message>
        <source>it is a folder</source>
        <translation>es ist ein Ordner</translation>
    </message>
    <message>
        <source>a part of the path is no folder</source>
        <translation>ein Teil des Pfads ist kein Ordner</translation>
    </message>
    <message>
        <source>there is no room left on the disk</source>
        <translation>auf dem Datenträger ist kein Platz mehr</translation>
    </message>
    <message>
        <source>the disk can only be read</source>
        <translation>der Datenträger lässt sich nur lesen</translation>
    </message>
    <message>
        <source>it is there already</source>
        <translation>das gibt es schon</translation>
    </message>
    <message>
        <source>the name is too long</source>
        <translation>der Name ist zu lang</translation>
    </message>
    <message>
        <source>the disk has an error</source>
        <translation>der Datenträger hat einen Fehler</translation>
    </message>
</context>
<context>
    <name>session_jobs</name>
    <message>
        <source>{} is not at {} any more. Put it back and add it again; all else is as it was.</source>
        <translation>{} ist nicht mehr in {}. Dorthin zurücklegen und erneut hinzufügen; alles andere ist, wie es war.</translation>
    </message>
    <message>
        <source>{} has changed since the session was saved; another training may learn other steps.</source>
        <translation>{} hat sich seit dem Speichern der Sitzung geändert; ein neues Training kann andere Schritte lernen.</translation>
    </message>
</context>
<context>
    <name>side_facts</name>
    <message>
        <source>Log-likelihood {:,.0f}.</source>
        <translation>Log-Likelihood {:,.0f}.</translation>
    </message>
    <message>
        <source>Its file does not say why.</source>
        <translation>Seine Datei sagt nicht, warum.</translation>
    </message>
    <message>
        <source>{:,} entries</source>
        <translation>{:,} Einträge</translation>
    </message>
    <message>
        <source>{:.2f} bytes per token</source>
        <translation>{:.2f} Bytes je Token</translation>
    </message>
</context>
<context>
    <name>size_figures</name>
    <message>
        <source>tokens of the corpus</source>
        <translation>Token des Korpus</translation>
    </message>
    <message>
        <source>bytes per token</source>
        <translation>Bytes je Token</translation>
    </message>
    <message>
        <source>embedding</source>
        <translation>Embedding</translation>
    </message>
    <message>
        <source>embedding and output</source>
        <translation>Embedding und Ausgabe</translation>
    </message>
    <message>
        <source>of a {} model</source>
        <translation>eines Modells mit {}</translation>
    </message>
    <message>
        <source>of the words unknown</source>
        <translation>der Wörter unbekannt</translation>
    </message>
    <message>
        <source>tokens by the next {:,} entries</source>
        <translation>Token durch die nächsten {:,} Einträge</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>Attention</translation>
    </message>
    <message>
        <source>output work</source>
        <translation>Aufwand der Ausgabe</translation>
    </message>
    <message>
        <source>points of unknown words</source>
        <translation>Punkte unbekannte Wörter</translation>
    </message>
    <message>
        <source>words per token</source>
        <translation>Wörter je Token</translation>
    </message>
</context>
<context>
    <name>size_lines</name>
    <message>
        <source>Bytes per token</source>
        <translation>Bytes je Token</translation>
    </message>
    <message>
        <source>Words per token</source>
        <translation>Wörter je Token</translation>
    </message>
    <message>
        <source>Tokens of the corpus</source>
        <translation>Token des Korpus</translation>
    </message>
    <message>
        <source>Premium over English</source>
        <translation>Aufschlag gegenüber Englisch</translation>
    </message>
    <message>
        <source>Gain of the next entries</source>
        <translation>Gewinn der nächsten Einträge</translation>
    </message>
    <message>
        <source>Attention work</source>
        <translation>Aufwand der Attention</translation>
    </message>
    <message>
        <source>Output work</source>
        <translation>Aufwand der Ausgabe</translation>
    </message>
    <message>
        <source>How many bytes of the corpus a token holds</source>
        <translation>Wie viele Bytes des Korpus ein Token fasst</translation>
    </message>
    <message>
        <source>How many words of the corpus a token holds, by Unicode&apos;s segmentation</source>
        <translation>Wie viele Wörter des Korpus ein Token fasst, nach Unicodes Worttrennung</translation>
    </message>
    <message>
        <source>How many tokens the corpus has</source>
        <translation>Wie viele Token das Korpus hat</translation>
    </message>
    <message>
        <source>Tokens of the same text in other languages, over those in English</source>
        <translation>Token desselben Texts in anderen Sprachen, geteilt durch die in Englisch</translation>
    </message>
    <message>
        <source>The share of its tokens that the corpus loses by the next entries</source>
        <translation>Der Anteil seiner Token, den das Korpus durch die nächsten Einträge verliert</translation>
    </message>
    <message>
        <source>Work of attention on the same text, which grows with the square of its tokens; the other size has 1</source>
        <translation>Aufwand der Attention für denselben Text, der mit dem Quadrat seiner Token wächst; die andere Größe hat 1</translation>
    </message>
    <message>
        <source>Work of the output table on the same text: tokens x entries; the other size has 1</source>
        <translation>Aufwand der Ausgabetabelle für denselben Text: Token x Einträge; die andere Größe hat 1</translation>
    </message>
    <message>
        <source>Words of the corpus that are unknown</source>
        <translation>Unbekannte Wörter des Korpus</translation>
    </message>
    <message>
        <source>Tokens saved by the next {:,} entries</source>
        <translation>Token, die die nächsten {:,} Einträge sparen</translation>
    </message>
    <message>
        <source>{} (1 = {:,} entries)</source>
        <translation>{} (1 = {:,} Einträge)</translation>
    </message>
    <message>
        <source>usual for English: about {} words a token</source>
        <translation>üblich für Englisch: etwa {} Wörter je Token</translation>
    </message>
    <message>
        <source>usual for English: {} to {} bytes, {} words a token</source>
        <translation>üblich für Englisch: {} bis {} Bytes, {} Wörter je Token</translation>
    </message>
    <message>
        <source>Counting the words of the corpus...</source>
        <translation>Zähle die Wörter des Korpus ...</translation>
    </message>
    <message>
        <source>Most of this corpus is in scripts that put no blank between words: none are counted.</source>
        <translation>Der größte Teil dieses Korpus ist in Schriften, die Wörter nicht durch Leerzeichen trennen: gezählt werden keine.</translation>
    </message>
    <message>
        <source>A word is one token at every size, known or not: what a size changes is how many are unknown.</source>
        <translation>Ein Wort ist bei jeder Größe ein Token, bekannt oder nicht: Die Größe ändert, wie viele unbekannt sind.</translation>
    </message>
    <message>
        <source>Left out, as this much of them is unknown to the vocabulary, so that a count would look too cheap: {}.</source>
        <translation>Weggelassen, weil so viel davon dem Vokabular unbekannt ist, dass eine Zählung zu günstig aussähe: {}.</translation>
    </message>
</context>
<context>
    <name>size_words</name>
    <message>
        <source>This is the size that others are compared with.</source>
        <translation>Das ist die Größe, mit der andere verglichen werden.</translation>
    </message>
    <message>
        <source>{:,} more entries: </source>
        <translation>{:,} Einträge mehr: </translation>
    </message>
    <message>
        <source>{:,} fewer entries: </source>
        <translation>{:,} Einträge weniger: </translation>
    </message>
    <message>
        <source>{} of the words are unknown instead of {}</source>
        <translation>{} der Wörter sind unbekannt statt {}</translation>
    </message>
    <message>
        <source>the same text has as many tokens</source>
        <translation>derselbe Text hat gleich viele Token</translation>
    </message>
    <message>
        <source>the same text saves {} of its tokens</source>
        <translation>derselbe Text spart {} seiner Token</translation>
    </message>
    <message>
        <source>the same text costs {} of its tokens</source>
        <translation>derselbe Text kostet {} seiner Token</translation>
    </message>
    <message>
        <source>its attention stays as it is</source>
        <translation>seine Attention bleibt gleich</translation>
    </message>
    <message>
        <source>its attention falls by {}</source>
        <translation>seine Attention sinkt um {}</translation>
    </message>
    <message>
        <source>its attention grows by {}</source>
        <translation>seine Attention wächst um {}</translation>
    </message>
    <message>
        <source>the output table&apos;s work falls by {}</source>
        <translation>der Aufwand der Ausgabetabelle sinkt um {}</translation>
    </message>
    <message>
        <source>the output table&apos;s work grows by {}</source>
        <translation>der Aufwand der Ausgabetabelle wächst um {}</translation>
    </message>
    <message>
        <source>and the tables cost {} parameters</source>
        <translation>und die Tabellen kosten {} Parameter</translation>
    </message>
    <message>
        <source>and the tables save {} parameters</source>
        <translation>und die Tabellen sparen {} Parameter</translation>
    </message>
</context>
<context>
    <name>source_row</name>
    <message>
        <source>As its bytes look</source>
        <translation>Wie die Bytes aussehen</translation>
    </message>
    <message>
        <source>Western (Windows-1252)</source>
        <translation>Westlich (Windows-1252)</translation>
    </message>
    <message>
        <source>Western (ISO 8859-15)</source>
        <translation>Westlich (ISO 8859-15)</translation>
    </message>
    <message>
        <source>Central European (Windows-1250)</source>
        <translation>Mitteleuropäisch (Windows-1250)</translation>
    </message>
    <message>
        <source>Cyrillic (Windows-1251)</source>
        <translation>Kyrillisch (Windows-1251)</translation>
    </message>
    <message>
        <source>Cyrillic (KOI8-R)</source>
        <translation>Kyrillisch (KOI8-R)</translation>
    </message>
    <message>
        <source>Greek (Windows-1253)</source>
        <translation>Griechisch (Windows-1253)</translation>
    </message>
    <message>
        <source>Turkish (Windows-1254)</source>
        <translation>Türkisch (Windows-1254)</translation>
    </message>
    <message>
        <source>Hebrew (Windows-1255)</source>
        <translation>Hebräisch (Windows-1255)</translation>
    </message>
    <message>
        <source>Arabic (Windows-1256)</source>
        <translation>Arabisch (Windows-1256)</translation>
    </message>
    <message>
        <source>Thai (Windows-874)</source>
        <translation>Thailändisch (Windows-874)</translation>
    </message>
    <message>
        <source>Chinese (GB 18030)</source>
        <translation>Chinesisch (GB 18030)</translation>
    </message>
    <message>
        <source>Chinese (Big5)</source>
        <translation>Chinesisch (Big5)</translation>
    </message>
    <message>
        <source>Japanese (Shift JIS)</source>
        <translation>Japanisch (Shift JIS)</translation>
    </message>
    <message>
        <source>Japanese (EUC)</source>
        <translation>Japanisch (EUC)</translation>
    </message>
    <message>
        <source>Korean (Windows-949)</source>
        <translation>Koreanisch (Windows-949)</translation>
    </message>
    <message>
        <source>{} bytes</source>
        <translation>{} Bytes</translation>
    </message>
    <message>
        <source>{} byte</source>
        <translation>{} Byte</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>weggelassen</translation>
    </message>
</context>
<context>
    <name>stage</name>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>play</source>
        <translation>abspielen</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>Leertaste</translation>
    </message>
    <message>
        <source>next tie</source>
        <translation>nächster Gleichstand</translation>
    </message>
    <message>
        <source>predict</source>
        <translation>vorhersagen</translation>
    </message>
    <message>
        <source>two runs</source>
        <translation>zwei Läufe</translation>
    </message>
    <message>
        <source>leave</source>
        <translation>verlassen</translation>
    </message>
    <message>
        <source>go to</source>
        <translation>gehe zu</translation>
    </message>
    <message>
        <source>difference</source>
        <translation>Unterschied</translation>
    </message>
    <message>
        <source>blank</source>
        <translation>verdunkeln</translation>
    </message>
    <message>
        <source>guess</source>
        <translation>raten</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>reveal, go on</source>
        <translation>aufdecken, weiter</translation>
    </message>
    <message>
        <source>counts</source>
        <translation>Anzahlen</translation>
    </message>
    <message>
        <source>end guessing</source>
        <translation>Raten beenden</translation>
    </message>
    <message>
        <source>PgUp PgDown</source>
        <translation>Bild auf, Bild ab</translation>
    </message>
    <message>
        <source>another pane</source>
        <translation>anderer Bereich</translation>
    </message>
    <message>
        <source>Ctrl + 1 2 3 ...</source>
        <translation>Strg + 1 2 3 ...</translation>
    </message>
    <message>
        <source>larger</source>
        <translation>größer</translation>
    </message>
    <message>
        <source>Ctrl +</source>
        <translation>Strg +</translation>
    </message>
</context>
<context>
    <name>step_columns</name>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Merge</source>
        <translation>Merge</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>Anz.</translation>
    </message>
    <message>
        <source>Tied</source>
        <translation>Gleich</translation>
    </message>
    <message>
        <source>Word</source>
        <translation>Wort</translation>
    </message>
    <message>
        <source>Round</source>
        <translation>Runde</translation>
    </message>
    <message>
        <source>Pieces</source>
        <translation>Stücke</translation>
    </message>
    <message>
        <source>{} seeds</source>
        <translation>{} Seeds</translation>
    </message>
</context>
<context>
    <name>step_facts</name>
    <message>
        <source>{} In this training {:.0%} of the merges are of pairs that occur just {:,} times, the minimum.</source>
        <translation>{} In diesem Training sind {:.0%} der Merges Paare, die genau {:,}&#xa0;Mal vorkommen, das Minimum.</translation>
    </message>
    <message>
        <source>Before the first merge: every byte is a token.</source>
        <translation>Vor dem ersten Merge: jedes Byte ist ein Token.</translation>
    </message>
    <message>
        <source>Before the first merge: every character is a token.</source>
        <translation>Vor dem ersten Merge: jedes Zeichen ist ein Token.</translation>
    </message>
    <message>
        <source>My words</source>
        <translation>Meine Wörter</translation>
    </message>
    <message>
        <source>before the first merge</source>
        <translation>vor dem ersten Merge</translation>
    </message>
    <message>
        <source>Add a word</source>
        <translation>Wort hinzufügen</translation>
    </message>
    <message>
        <source>Words that change now</source>
        <translation>Wörter, die sich jetzt ändern</translation>
    </message>
    <message>
        <source>Words the tied pairs would change</source>
        <translation>Wörter, die gleichrangige Paare ändern würden</translation>
    </message>
    <message>
        <source>under another rule</source>
        <translation>unter einer anderen Regel</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>angeheftet</translation>
    </message>
    <message>
        <source>, as the training cuts them</source>
        <translation>, wie das Training sie zerlegt</translation>
    </message>
    <message>
        <source>Words with these pairs</source>
        <translation>Wörter mit diesen Paaren</translation>
    </message>
    <message>
        <source>before the merge</source>
        <translation>vor dem Merge</translation>
    </message>
    <message>
        <source>the most frequent</source>
        <translation>die häufigsten</translation>
    </message>
    <message>
        <source>1 word</source>
        <translation>1 Wort</translation>
    </message>
    <message>
        <source>{:,} words, the most frequent first</source>
        <translation>{:,} Wörter, das häufigste zuerst</translation>
    </message>
</context>
<context>
    <name>step_lists</name>
    <message>
        <source>There are no steps to list: the characters of the corpus are the tokens, and nothing is merged.</source>
        <translation>Es gibt keine Schritte aufzulisten: die Zeichen des Korpus sind die Token, und nichts wird verschmolzen.</translation>
    </message>
    <message>
        <source>{:,} characters in {:.1f} s</source>
        <translation>{:,} Zeichen in {:.1f} s</translation>
    </message>
    <message>
        <source>{:,} merges of {}, whose counts are not in its file</source>
        <translation>{:,} Merges von {}, deren Anzahlen nicht in der Datei stehen</translation>
    </message>
    <message>
        <source>steps learned</source>
        <translation>Schritte gelernt</translation>
    </message>
    <message>
        <source>rounds done</source>
        <translation>Runden gemacht</translation>
    </message>
    <message>
        <source>words taken in</source>
        <translation>Wörter aufgenommen</translation>
    </message>
    <message>
        <source>{:,} {} in {:.1f} s</source>
        <translation>{:,} {} in {:.1f} s</translation>
    </message>
    <message>
        <source>tokens of your text</source>
        <translation>Token des eigenen Texts</translation>
    </message>
    <message>
        <source>unknown words of the corpus</source>
        <translation>unbekannte Wörter des Korpus</translation>
    </message>
    <message>
        <source>tokens of the corpus</source>
        <translation>Token des Korpus</translation>
    </message>
    <message>
        <source>Next in my text</source>
        <translation>Im eigenen Text</translation>
    </message>
    <message>
        <source>Next tie</source>
        <translation>Gleichstand</translation>
    </message>
    <message>
        <source>Stopped at step {:,}. This is a complete tokenizer of {:,} tokens.</source>
        <translation>Angehalten bei Schritt {:,}. Das ist ein vollständiger Tokenizer mit {:,} Token.</translation>
    </message>
    <message>
        <source>The {:,} characters of the corpus are the tokens. Nothing is merged.</source>
        <translation>Die {:,} Zeichen des Korpus sind die Token. Nichts wird verschmolzen.</translation>
    </message>
    <message>
        <source>No other word occurs often enough. Training ends at step {:,}.</source>
        <translation>Kein anderes Wort kommt oft genug vor. Das Training endet bei Schritt {:,}.</translation>
    </message>
    <message>
        <source>Every word of the corpus is taken in. Training ends at step {:,}.</source>
        <translation>Jedes Wort des Korpus ist aufgenommen. Das Training endet bei Schritt {:,}.</translation>
    </message>
    <message>
        <source>No other piece can go. Training ends at round {:,}.</source>
        <translation>Kein anderes Stück kann gehen. Das Training endet bei Runde {:,}.</translation>
    </message>
    <message>
        <source>No pair occurs often enough any more. Training ends at step {:,}.</source>
        <translation>Kein Paar kommt mehr oft genug vor. Das Training endet bei Schritt {:,}.</translation>
    </message>
    <message>
        <source>No pair is left to merge. Training ends at step {:,}.</source>
        <translation>Kein Paar ist mehr zu verschmelzen. Das Training endet bei Schritt {:,}.</translation>
    </message>
</context>
<context>
    <name>step_model</name>
    <message>
        <source>new</source>
        <translation>neu</translation>
    </message>
</context>
<context>
    <name>text_figures</name>
    <message>
        <source>Characters are counted as code points of Unicode: an accent or a joiner counts for itself.</source>
        <translation>Zeichen werden als Unicode-Codepunkte gezählt: ein Akzent oder ein Verbinder zählt für sich.</translation>
    </message>
    <message>
        <source>A visible character is what a reader sees as one; it may be several code points, as an emoji with a joiner is. It is cut where a token ends inside it.</source>
        <translation>Ein sichtbares Zeichen ist, was man beim Lesen als eines sieht; es kann aus mehreren Codepunkten bestehen, wie ein Emoji mit Verbinder. Zerschnitten ist es, wo ein Token in ihm endet.</translation>
    </message>
    <message>
        <source>The vocabulary cannot write them: one token stands for whatever it is, and the text is lost.</source>
        <translation>Das Vokabular kann sie nicht schreiben: ein Token steht für was auch immer, und der Text ist verloren.</translation>
    </message>
    <message>
        <source>They come to no token: the tokenizer leaves them out. Decoding puts blanks where it expects them, which need not be where they were.</source>
        <translation>Sie kommen in kein Token: Der Tokenizer lässt sie weg. Das Dekodieren setzt Leerzeichen, wo es sie erwartet; das muss nicht sein, wo sie standen.</translation>
    </message>
    <message>
        <source>Tokens that at least one of the tokenizers beside this one does not have here. A whole bar: none of them has it; a bar in pieces: some have it.</source>
        <translation>Token, die mindestens einer der Tokenizer daneben hier nicht hat. Ein ganzer Balken: Keiner von ihnen hat es; ein Balken in Stücken: Manche haben es.</translation>
    </message>
    <message>
        <source>Half of a surrogate pair, or a byte that is not UTF-8, is no character: U+FFFD stands where it was.</source>
        <translation>Ein halbes Surrogatpaar oder ein Byte, das kein UTF-8 ist, ist kein Zeichen: Wo es war, steht U+FFFD.</translation>
    </message>
    <message>
        <source>token</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>character</source>
        <translation>Zeichen</translation>
    </message>
    <message>
        <source>characters</source>
        <translation>Zeichen</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>byte</source>
        <translation>Byte</translation>
    </message>
    <message>
        <source>bytes per token</source>
        <translation>Bytes je Token</translation>
    </message>
    <message>
        <source>of {:,} visible characters cut</source>
        <translation>von {:,} sichtbaren Zeichen zerschnitten</translation>
    </message>
    <message>
        <source>round trip</source>
        <translation>verlustfrei</translation>
    </message>
    <message>
        <source>does not decode to the same text</source>
        <translation>dekodiert nicht zum selben Text</translation>
    </message>
    <message>
        <source>replaced by U+FFFD</source>
        <translation>durch U+FFFD ersetzt</translation>
    </message>
    <message>
        <source>special</source>
        <translation>Special Token</translation>
    </message>
    <message>
        <source>character unknown</source>
        <translation>Zeichen unbekannt</translation>
    </message>
    <message>
        <source>characters unknown</source>
        <translation>Zeichen unbekannt</translation>
    </message>
    <message>
        <source>bytes left out</source>
        <translation>Bytes weggelassen</translation>
    </message>
    <message>
        <source>byte left out</source>
        <translation>Byte weggelassen</translation>
    </message>
    <message>
        <source>tokens differ</source>
        <translation>Token anders</translation>
    </message>
    <message>
        <source>token differs</source>
        <translation>Token anders</translation>
    </message>
    <message>
        <source>left of {:,}</source>
        <translation>übrig von {:,}</translation>
    </message>
    <message>
        <source>A budget of {:,} tokens; change it in the menu.</source>
        <translation>Ein Budget von {:,} Token; im Menü änderbar.</translation>
    </message>
    <message>
        <source>over {:,}, from line {:,} on</source>
        <translation>über {:,}, ab Zeile {:,}</translation>
    </message>
    <message>
        <source>A red line shows where it is passed.</source>
        <translation>Eine rote Linie zeigt, wo es überschritten wird.</translation>
    </message>
    <message>
        <source>They have a dashed frame. With &quot;{}&quot; typed behind the text they would be cut as {}: the tokens of a text do not begin with the tokens of its beginning.</source>
        <translation>Sie haben einen gestrichelten Rahmen. Mit „{}“ hinter dem Text würden sie zu {}: die Token eines Texts beginnen nicht mit den Token seines Anfangs.</translation>
    </message>
    <message>
        <source>at the end could still change</source>
        <translation>am Ende könnten sich noch ändern</translation>
    </message>
    <message>
        <source>Special tokens act in this text: {}. Whoever writes it could do that too.</source>
        <translation>Special Tokens wirken in diesem Text: {}. Wer ihn schreibt, könnte das auch.</translation>
    </message>
    <message>
        <source>The text names {}. Here that is text like any other.</source>
        <translation>Der Text nennt {}. Hier ist das Text wie jeder andere.</translation>
    </message>
    <message>
        <source> and {:,} more</source>
        <translation> und {:,} weitere</translation>
    </message>
</context>
<context>
    <name>themes</name>
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
</context>
<context>
    <name>tied_list</name>
    <message>
        <source>Pair</source>
        <translation>Paar</translation>
    </message>
    <message>
        <source>Ids</source>
        <translation>IDs</translation>
    </message>
    <message>
        <source>Taken by</source>
        <translation>Genommen von</translation>
    </message>
</context>
<context>
    <name>timeline</name>
    <message>
        <source>tokens of the corpus</source>
        <translation>Token des Korpus</translation>
    </message>
    <message>
        <source>step {:,} of {:,}</source>
        <translation>Schritt {:,} von {:,}</translation>
    </message>
</context>
<context>
    <name>token_bar</name>
    <message>
        <source>The text as one reads it, coloured by its tokens</source>
        <translation>Der Text, wie man ihn liest, nach seinen Token gefärbt</translation>
    </message>
    <message>
        <source>Tokens as the tokenizer stores them: Ġthe, ▁the, ##ing</source>
        <translation>Token, wie der Tokenizer sie speichert: Ġthe, ▁the, ##ing</translation>
    </message>
    <message>
        <source>The bytes of each token, in hex</source>
        <translation>Die Bytes jedes Tokens, hexadezimal</translation>
    </message>
    <message>
        <source>The numbers that a model reads</source>
        <translation>Die Zahlen, die ein Modell liest</translation>
    </message>
    <message>
        <source>From what is typed to the ids: normalized, cut into pre-tokens, then tokens</source>
        <translation>Vom Getippten zu den IDs: normalisiert, in Pre-Token geschnitten, dann Token</translation>
    </message>
</context>
<context>
    <name>token_details</name>
    <message>
        <source>Tree</source>
        <translation>Baum</translation>
    </message>
    <message>
        <source>Used in</source>
        <translation>Benutzt in</translation>
    </message>
    <message>
        <source>Forms</source>
        <translation>Formen</translation>
    </message>
    <message>
        <source>Scripts</source>
        <translation>Schriften</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>The merges that made the token</source>
        <translation>Die Merges, aus denen das Token entstand</translation>
    </message>
    <message>
        <source>Tokens that were made of this one</source>
        <translation>Token, die aus diesem entstanden</translation>
    </message>
    <message>
        <source>The same word in other cases, with and without the space before it</source>
        <translation>Dasselbe Wort in anderer Großschreibung, mit und ohne Leerzeichen davor</translation>
    </message>
    <message>
        <source>The scripts of the whole vocabulary; click one to list its tokens</source>
        <translation>Die Schriften des ganzen Vokabulars; ein Klick listet ihre Token auf</translation>
    </message>
    <message>
        <source>What this vocabulary and another have in common</source>
        <translation>Was dieses Vokabular und ein anderes gemeinsam haben</translation>
    </message>
</context>
<context>
    <name>token_explain</name>
    <message>
        <source>Click a token to see how it comes about.</source>
        <translation>Ein Klick auf ein Token zeigt, wie es entsteht.</translation>
    </message>
</context>
<context>
    <name>token_facts</name>
    <message>
        <source>id</source>
        <translation>ID</translation>
    </message>
    <message>
        <source>holds</source>
        <translation>enthält</translation>
    </message>
    <message>
        <source>span</source>
        <translation>Spanne</translation>
    </message>
    <message>
        <source>in this text</source>
        <translation>in diesem Text</translation>
    </message>
    <message>
        <source>in the corpus</source>
        <translation>im Korpus</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>code points</source>
        <translation>Codepunkte</translation>
    </message>
    <message>
        <source>script</source>
        <translation>Schrift</translation>
    </message>
    <message>
        <source>alone</source>
        <translation>allein</translation>
    </message>
    <message>
        <source>not valid UTF-8</source>
        <translation>kein gültiges UTF-8</translation>
    </message>
    <message>
        <source>typed</source>
        <translation>getippt</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>stored as</source>
        <translation>gespeichert als</translation>
    </message>
    <message>
        <source>not counted</source>
        <translation>nicht gezählt</translation>
    </message>
    <message>
        <source>never</source>
        <translation>nie</translation>
    </message>
    <message>
        <source>once</source>
        <translation>einmal</translation>
    </message>
    <message>
        <source>{:,.10g} times</source>
        <translation>{:,.10g}&#xa0;Mal</translation>
    </message>
    <message>
        <source>special token</source>
        <translation>Special Token</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>part of a character</source>
        <translation>Teil eines Zeichens</translation>
    </message>
    <message>
        <source>1 character</source>
        <translation>1 Zeichen</translation>
    </message>
    <message>
        <source>{:,} characters</source>
        <translation>{:,} Zeichen</translation>
    </message>
    <message>
        <source>, 1 byte</source>
        <translation>, 1 Byte</translation>
    </message>
    <message>
        <source>, {:,} bytes</source>
        <translation>, {:,} Bytes</translation>
    </message>
    <message>
        <source>no bytes of the text</source>
        <translation>keine Bytes des Texts</translation>
    </message>
    <message>
        <source>parts of {} characters, {} bytes</source>
        <translation>Teile von {} Zeichen, {} Bytes</translation>
    </message>
    <message>
        <source>first {} of the {} bytes</source>
        <translation>die ersten {} von {} Bytes</translation>
    </message>
    <message>
        <source>first of the {} bytes</source>
        <translation>das erste von {} Bytes</translation>
    </message>
    <message>
        <source>last {} of the {} bytes</source>
        <translation>die letzten {} von {} Bytes</translation>
    </message>
    <message>
        <source>last of the {} bytes</source>
        <translation>das letzte von {} Bytes</translation>
    </message>
    <message>
        <source>byte {} of {}</source>
        <translation>Byte {} von {}</translation>
    </message>
    <message>
        <source> and </source>
        <translation> und </translation>
    </message>
    <message>
        <source>{} of {}, U+{:04X}</source>
        <translation>{} von {}, U+{:04X}</translation>
    </message>
    <message>
        <source>characters {:,}-{:,}, bytes {:,}-{:,}</source>
        <translation>Zeichen {:,}-{:,}, Bytes {:,}-{:,}</translation>
    </message>
    <message>
        <source>rank</source>
        <translation>Rang</translation>
    </message>
    <message>
        <source>none, a special token</source>
        <translation>keiner, ein Special Token</translation>
    </message>
    <message>
        <source>log probability</source>
        <translation>Log-Wahrscheinlichkeit</translation>
    </message>
    <message>
        <source>none, it stands for what is not known</source>
        <translation>keiner, es steht für das Unbekannte</translation>
    </message>
    <message>
        <source>a byte, not merged</source>
        <translation>ein Byte, nicht verschmolzen</translation>
    </message>
    <message>
        <source>a symbol, not learned</source>
        <translation>ein Symbol, nicht gelernt</translation>
    </message>
    <message>
        <source>merge {:,}</source>
        <translation>Merge {:,}</translation>
    </message>
    <message>
        <source>step {:,}</source>
        <translation>Schritt {:,}</translation>
    </message>
    <message>
        <source>{:,} times, all lit</source>
        <translation>{:,}&#xa0;Mal, alle leuchten</translation>
    </message>
</context>
<context>
    <name>token_labels</name>
    <message>
        <source>
... and {:,} more tokens</source>
        <translation>
... und {:,} weitere Token</translation>
    </message>
</context>
<context>
    <name>token_menu</name>
    <message>
        <source>Token (id)</source>
        <translation>Token (ID)</translation>
    </message>
    <message>
        <source>Place in the text</source>
        <translation>Stelle im Text</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rang</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Länge</translation>
    </message>
    <message>
        <source>Script</source>
        <translation>Schrift</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>The same token has the same colour; neighbours never share one</source>
        <translation>Dasselbe Token hat dieselbe Farbe; Nachbarn haben nie die gleiche</translation>
    </message>
    <message>
        <source>Colours take turns</source>
        <translation>Farben wechseln sich ab</translation>
    </message>
    <message>
        <source>When it was learned, from early to late</source>
        <translation>Wann es gelernt wurde, von früh bis spät</translation>
    </message>
    <message>
        <source>Bytes under it</source>
        <translation>Bytes darunter</translation>
    </message>
    <message>
        <source>What it is written in</source>
        <translation>Worin es geschrieben ist</translation>
    </message>
    <message>
        <source>Where a line of the text stands in the parallel text</source>
        <translation>Wo eine Zeile des Texts im Paralleltext steht</translation>
    </message>
    <message>
        <source>Show spaces and line breaks</source>
        <translation>Leerzeichen und Zeilenumbrüche zeigen</translation>
    </message>
    <message>
        <source>Show pre-tokens</source>
        <translation>Pre-Token zeigen</translation>
    </message>
    <message>
        <source>Mark differences</source>
        <translation>Unterschiede markieren</translation>
    </message>
    <message>
        <source>Tokenizers side by side</source>
        <translation>Tokenizer nebeneinander</translation>
    </message>
    <message>
        <source>Explain the token</source>
        <translation>Das Token erklären</translation>
    </message>
    <message>
        <source>Encode the parts</source>
        <translation>Die Teile kodieren</translation>
    </message>
    <message>
        <source>Ids to text</source>
        <translation>IDs zu Text</translation>
    </message>
    <message>
        <source>Copy the ids</source>
        <translation>IDs kopieren</translation>
    </message>
    <message>
        <source>Copy the tokens as a table</source>
        <translation>Token als Tabelle kopieren</translation>
    </message>
    <message>
        <source>Search in the text</source>
        <translation>Im Text suchen</translation>
    </message>
    <message>
        <source>Next token</source>
        <translation>Nächstes Token</translation>
    </message>
    <message>
        <source>Previous token</source>
        <translation>Voriges Token</translation>
    </message>
    <message>
        <source>Next difference</source>
        <translation>Nächster Unterschied</translation>
    </message>
    <message>
        <source>Previous difference</source>
        <translation>Voriger Unterschied</translation>
    </message>
</context>
<context>
    <name>tokens_pane</name>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Glyphs</source>
        <translation>Glyphen</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>Ids</source>
        <translation>IDs</translation>
    </message>
    <message>
        <source>Pipeline</source>
        <translation>Pipeline</translation>
    </message>
</context>
<context>
    <name>tradeoffs_pane</name>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>Zahlen</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>Spelling</source>
        <translation>Rechtschreibung</translation>
    </message>
    <message>
        <source>What each size of this training&apos;s vocabulary saves and costs</source>
        <translation>Was jede Größe des Vokabulars dieses Trainings spart und kostet</translation>
    </message>
    <message>
        <source>Numbers and a sum by place value, and the rules for digits</source>
        <translation>Zahlen und eine Summe nach Stellenwert, und die Regeln für Ziffern</translation>
    </message>
    <message>
        <source>What code costs: lines, indentation, names</source>
        <translation>Was Code kostet: Zeilen, Einrückung, Namen</translation>
    </message>
    <message>
        <source>Letters inside tokens; a word in its forms, with and without a space before it</source>
        <translation>Buchstaben in Token; ein Wort in seinen Formen, mit und ohne Leerzeichen davor</translation>
    </message>
</context>
<context>
    <name>translation</name>
    <message>
        <source>titles begin small inside a sentence</source>
        <translation>nein</translation>
    </message>
</context>
<context>
    <name>transport</name>
    <message>
        <source>as fast as it goes</source>
        <translation>so schnell es geht</translation>
    </message>
    <message>
        <source>fastest</source>
        <translation>schnellstens</translation>
    </message>
    <message>
        <source>{:g} steps/s</source>
        <translation>{:g} Schritte/s</translation>
    </message>
    <message>
        <source>1 step/s</source>
        <translation>1 Schritt/s</translation>
    </message>
</context>
<context>
    <name>unit_words</name>
    <message>
        <source>{:,} article</source>
        <translation>{:,} Artikel</translation>
    </message>
    <message>
        <source>{:,} line</source>
        <translation>{:,} Zeile</translation>
    </message>
    <message>
        <source>{:,} row</source>
        <translation>{:,} Reihe</translation>
    </message>
    <message>
        <source>{:,} articles</source>
        <translation>{:,} Artikel</translation>
    </message>
    <message>
        <source>{:,} lines</source>
        <translation>{:,} Zeilen</translation>
    </message>
    <message>
        <source>{:,} rows</source>
        <translation>{:,} Reihen</translation>
    </message>
    <message>
        <source>article {:,}</source>
        <translation>Artikel {:,}</translation>
    </message>
    <message>
        <source>line {:,}</source>
        <translation>Zeile {:,}</translation>
    </message>
    <message>
        <source>row {:,}</source>
        <translation>Reihe {:,}</translation>
    </message>
</context>
<context>
    <name>vocabulary_filters</name>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Glyphs</source>
        <translation>Glyphen</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>ID</translation>
    </message>
    <message>
        <source>Expression</source>
        <translation>Ausdruck</translation>
    </message>
    <message>
        <source>Text that tokens hold, blanks too</source>
        <translation>Text, den Token enthalten, auch Leerzeichen</translation>
    </message>
    <message>
        <source>As the file stores tokens: Ġthe, ##ing, est&lt;/w&gt;</source>
        <translation>Wie die Datei Token speichert: Ġthe, ##ing, est&lt;/w&gt;</translation>
    </message>
    <message>
        <source>Bytes in hex, as in E0 A4</source>
        <translation>Bytes hexadezimal, wie in E0 A4</translation>
    </message>
    <message>
        <source>A number, or two with a hyphen: 300-400</source>
        <translation>Eine Zahl oder zwei mit Bindestrich: 300-400</translation>
    </message>
    <message>
        <source>A regular expression, as in ^ [A-Z]</source>
        <translation>Ein regulärer Ausdruck, wie in ^ [A-Z]</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>Every token</source>
        <translation>Jedes Token</translation>
    </message>
    <message>
        <source>Unreachable</source>
        <translation>Unerreichbar</translation>
    </message>
    <message>
        <source>No text at all produces these: the merges, or the rules that cut a text, give other tokens for a token&apos;s own text, alone as inside any other text.</source>
        <translation>Kein Text bringt sie je hervor: die Merges oder die Regeln, die einen Text zerlegen, ergeben für den eigenen Text eines Tokens andere Token, allein wie in jedem anderen Text.</translation>
    </message>
    <message>
        <source>Not from their own text</source>
        <translation>Nicht aus ihrem eigenen Text</translation>
    </message>
    <message>
        <source>Encoding a token&apos;s own text gives other tokens: the pattern or a normalizer cuts or changes it. It comes out only where the text around it keeps it together, if at all.</source>
        <translation>Den eigenen Text eines Tokens zu kodieren ergibt andere Token: das Muster oder ein Normalisierer zerlegt oder ändert ihn. Es entsteht nur, wo der Text ringsum es zusammenhält, wenn überhaupt.</translation>
    </message>
    <message>
        <source>Not in the corpus now</source>
        <translation>Jetzt nicht im Korpus</translation>
    </message>
    <message>
        <source>Texts can produce these, but the corpus does not. In a training they were only a step on the way to longer tokens; in a published vocabulary they may be under-trained, as glitch tokens are.</source>
        <translation>Texte können sie hervorbringen, das Korpus tut es nicht. In einem Training waren sie nur ein Schritt auf dem Weg zu längeren Token; in einem veröffentlichten Vokabular können sie untertrainiert sein, wie es Glitch-Token sind.</translation>
    </message>
    <message>
        <source>3 times or fewer</source>
        <translation>Höchstens 3-mal</translation>
    </message>
    <message>
        <source>The corpus produces these one to three times: a model sees too little of them to learn what they mean. They are candidates for glitch tokens.</source>
        <translation>Das Korpus bringt sie ein- bis dreimal hervor: ein Modell sieht zu wenige davon, um zu lernen, was sie bedeuten. Sie kommen als Glitch-Token in Frage.</translation>
    </message>
    <message>
        <source>Case and space variants</source>
        <translation>Varianten in Großschreibung und Leerzeichen</translation>
    </message>
    <message>
        <source>Each of these is the same word as another token, but for capitals or the space before it. A model learns each of them on its own.</source>
        <translation>Jedes davon ist dasselbe Wort wie ein anderes Token, bis auf Großbuchstaben oder das Leerzeichen davor. Ein Modell lernt jedes davon für sich.</translation>
    </message>
    <message>
        <source>any length</source>
        <translation>jede Länge</translation>
    </message>
    <message>
        <source>up to {} bytes</source>
        <translation>bis {} Bytes</translation>
    </message>
    <message>
        <source>{} byte</source>
        <translation>{} Byte</translation>
    </message>
    <message>
        <source>{} bytes</source>
        <translation>{} Bytes</translation>
    </message>
    <message>
        <source>{} to {} bytes</source>
        <translation>{} bis {} Bytes</translation>
    </message>
    <message>
        <source>{} bytes or more</source>
        <translation>{} Bytes oder mehr</translation>
    </message>
</context>
<context>
    <name>vocabulary_model</name>
    <message>
        <source>Id</source>
        <translation>ID</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>In corpus</source>
        <translation>Im Korpus</translation>
    </message>
    <message>
        <source>Script</source>
        <translation>Schrift</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
</context>
<context>
    <name>vocabulary_words</name>
    <message>
        <source>No token contains &quot;{}&quot;. Search looks at text; choose Bytes to search hex.</source>
        <translation>Kein Token enthält „{}“. Die Suche sieht auf Text; für Hex „Bytes“ wählen.</translation>
    </message>
    <message>
        <source>No token is stored with &quot;{}&quot;. Choose Text to search what tokens say.</source>
        <translation>Kein Token ist mit „{}“ gespeichert. „Text“ wählen, um zu suchen, was Token sagen.</translation>
    </message>
    <message>
        <source>No token has the bytes {}.</source>
        <translation>Kein Token hat die Bytes {}.</translation>
    </message>
    <message>
        <source>There is no token with id {}.</source>
        <translation>Es gibt kein Token mit ID {}.</translation>
    </message>
    <message>
        <source>No token matches {}.</source>
        <translation>Kein Token passt zu {}.</translation>
    </message>
    <message>
        <source>No token is in this list.</source>
        <translation>Kein Token ist in dieser Liste.</translation>
    </message>
    <message>
        <source>id {:,}</source>
        <translation>ID {:,}</translation>
    </message>
    <message>
        <source>step {:,}</source>
        <translation>Schritt {:,}</translation>
    </message>
    <message>
        <source>{:,} byte</source>
        <translation>{:,} Byte</translation>
    </message>
    <message>
        <source>{:,} bytes</source>
        <translation>{:,} Bytes</translation>
    </message>
    <message>
        <source>once</source>
        <translation>einmal</translation>
    </message>
    <message>
        <source>{:,.10g} times</source>
        <translation>{:,.10g}&#xa0;Mal</translation>
    </message>
    <message>
        <source>unreachable</source>
        <translation>unerreichbar</translation>
    </message>
    <message>
        <source>not in the corpus now</source>
        <translation>jetzt nicht im Korpus</translation>
    </message>
    <message>
        <source>Made of this token at once</source>
        <translation>Unmittelbar aus diesem Token entstanden</translation>
    </message>
    <message>
        <source>And of those</source>
        <translation>Und aus jenen</translation>
    </message>
    <message>
        <source>{} of {} are tokens. A model learns each of them on its own.</source>
        <translation>{} von {} sind Token. Ein Modell lernt jedes davon für sich.</translation>
    </message>
    <message>
        <source>Inside a word</source>
        <translation>In einem Wort</translation>
    </message>
    <message>
        <source>At the start of a word</source>
        <translation>Am Wortanfang</translation>
    </message>
    <message>
        <source>Inside a word, or at a text&apos;s start</source>
        <translation>In einem Wort oder am Textanfang</translation>
    </message>
    <message>
        <source>After a space</source>
        <translation>Nach einem Leerzeichen</translation>
    </message>
    <message>
        <source>no token</source>
        <translation>kein Token</translation>
    </message>
</context>
<context>
    <name>welcome</name>
    <message>
        <source>A tokenizer was just trained on a book</source>
        <translation>Ein Tokenizer wurde gerade an einem Buch trainiert</translation>
    </message>
    <message>
        <source>Each step merges the two neighbours that stand together most often. Space plays, Left and Right step, and the timeline can be dragged; the right half says why this step and no other.</source>
        <translation>Jeder Schritt verschmilzt die zwei Nachbarn, die am häufigsten beieinanderstehen. Leertaste spielt ab, Links und Rechts gehen schrittweise, und die Zeitleiste lässt sich ziehen; die rechte Hälfte sagt, warum es dieser Schritt ist und kein anderer.</translation>
    </message>
    <message>
        <source>Any text, as you type</source>
        <translation>Beliebiger Text, schon beim Tippen</translation>
    </message>
    <message>
        <source>The colours are its tokens at the step where the timeline stands. Choose another tokenizer above the text, and click a word to see how it comes to its tokens.</source>
        <translation>Die Farben sind seine Token bei dem Schritt, an dem die Zeitleiste steht. Über dem Text lässt sich ein anderer Tokenizer wählen, und ein Klick auf ein Wort zeigt, wie es zu seinen Token kommt.</translation>
    </message>
    <message>
        <source>What the same text costs</source>
        <translation>Was derselbe Text kostet</translation>
    </message>
    <message>
        <source>One text in many languages: 2.0 means twice the tokens that English needs. Click a number to see what it is made of, and both texts side by side.</source>
        <translation>Ein Text in vielen Sprachen: 2.0 heißt doppelt so viele Token, wie Englisch braucht. Ein Klick auf eine Zahl zeigt, woraus sie besteht, und beide Texte nebeneinander.</translation>
    </message>
    <message>
        <source>What is learned from</source>
        <translation>Woraus gelernt wird</translation>
    </message>
    <message>
        <source>Drop files here, or check other texts; a slider lets a text count more or less. Ctrl+Enter trains again.</source>
        <translation>Dateien hier ablegen oder andere Texte ankreuzen; ein Schieber lässt einen Text mehr oder weniger zählen. Strg+Eingabe trainiert neu.</translation>
    </message>
    <message>
        <source>All that was learned</source>
        <translation>Alles, was gelernt wurde</translation>
    </message>
    <message>
        <source>Every token, what it was built from, and which of them no text can ever produce.</source>
        <translation>Jedes Token, woraus es entstanden ist und welche davon kein Text je hervorbringen kann.</translation>
    </message>
    <message>
        <source>How large should it be?</source>
        <translation>Wie groß soll es sein?</translation>
    </message>
    <message>
        <source>More entries make texts shorter and the model larger. Drag the marker; below, numbers, code and spelling.</source>
        <translation>Mehr Einträge machen Texte kürzer und das Modell größer. Die Marke lässt sich ziehen; darunter Zahlen, Code und Rechtschreibung.</translation>
    </message>
    <message>
        <source>That is all</source>
        <translation>Das war alles</translation>
    </message>
    <message>
        <source>Ctrl+K finds every command, F1 lists the keys, F11 puts a pane on the whole screen.</source>
        <translation>Strg+K findet jeden Befehl, F1 zeigt die Tasten, F11 bringt einen Bereich auf den ganzen Bildschirm.</translation>
    </message>
</context>
<context>
    <name>why</name>
    <message>
        <source>No</source>
        <translation>Kein</translation>
    </message>
    <message>
        <source>One</source>
        <translation>Ein</translation>
    </message>
    <message>
        <source>Two</source>
        <translation>Zwei</translation>
    </message>
    <message>
        <source>Three</source>
        <translation>Drei</translation>
    </message>
    <message>
        <source>Four</source>
        <translation>Vier</translation>
    </message>
    <message>
        <source>Five</source>
        <translation>Fünf</translation>
    </message>
    <message>
        <source>Six</source>
        <translation>Sechs</translation>
    </message>
    <message>
        <source>Seven</source>
        <translation>Sieben</translation>
    </message>
    <message>
        <source>Eight</source>
        <translation>Acht</translation>
    </message>
    <message>
        <source>Nine</source>
        <translation>Neun</translation>
    </message>
    <message>
        <source>Ten</source>
        <translation>Zehn</translation>
    </message>
    <message>
        <source>Eleven</source>
        <translation>Elf</translation>
    </message>
    <message>
        <source>Twelve</source>
        <translation>Zwölf</translation>
    </message>
    <message>
        <source>{} pairs score {} in 10,000.</source>
        <translation>{} Paare haben den Score {} in Zehntausendsteln.</translation>
    </message>
    <message>
        <source>{} pairs occur {}.</source>
        <translation>{} Paare kommen {} vor.</translation>
    </message>
    <message>
        <source>{} words occur {}.</source>
        <translation>{} Wörter kommen {} vor.</translation>
    </message>
    <message>
        <source>One pair has the highest score.</source>
        <translation>Ein Paar hat den höchsten Score.</translation>
    </message>
    <message>
        <source>One pair is the most frequent.</source>
        <translation>Ein Paar ist das häufigste.</translation>
    </message>
    <message>
        <source>One word is the most frequent of those left.</source>
        <translation>Ein Wort ist das häufigste der übrigen.</translation>
    </message>
    <message>
        <source>{} stands first in the corpus, so it is taken first.</source>
        <translation>{} steht im Korpus zuerst, darum wird es zuerst genommen.</translation>
    </message>
    <message>
        <source>The rule {} decides: {}.</source>
        <translation>Die Regel „{}“ entscheidet: {}.</translation>
    </message>
    <message>
        <source>There is no other pair.</source>
        <translation>Es gibt kein anderes Paar.</translation>
    </message>
    <message>
        <source>The next pair scores {}.</source>
        <translation>Das nächste Paar hat den Score {}.</translation>
    </message>
    <message>
        <source>It scores {} in 10,000. {}</source>
        <translation>Sein Score ist {} in Zehntausendsteln. {}</translation>
    </message>
    <message>
        <source>It occurs {}. There is no other pair.</source>
        <translation>Es kommt {} vor. Es gibt kein anderes Paar.</translation>
    </message>
    <message>
        <source>It occurs {}. There is no other word.</source>
        <translation>Es kommt {} vor. Es gibt kein anderes Wort.</translation>
    </message>
    <message>
        <source>It occurs {}, {} more than the next pair.</source>
        <translation>Es kommt {} vor, um {} mehr als das nächste Paar.</translation>
    </message>
    <message>
        <source>It occurs {}, {} more than the next word.</source>
        <translation>Es kommt {} vor, um {} mehr als das nächste Wort.</translation>
    </message>
    <message>
        <source>The next score is {}, against {}.</source>
        <translation>Der nächste Score ist {}, gegenüber {}.</translation>
    </message>
    <message>
        <source>Margin to the next count: {} ({} against {}).</source>
        <translation>Abstand zur nächsten Anzahl: {} ({} gegenüber {}).</translation>
    </message>
    <message>
        <source>and {:,} more with the same score</source>
        <translation>und {:,} weitere mit demselben Score</translation>
    </message>
    <message>
        <source>and {:,} more with the same count</source>
        <translation>und {:,} weitere mit derselben Anzahl</translation>
    </message>
    <message>
        <source>({:,}, {:,}), and no other pair of the same count has smaller ids</source>
        <translation>({:,}, {:,}), und kein anderes Paar gleicher Anzahl hat kleinere IDs</translation>
    </message>
    <message>
        <source>({:,}, {:,}), and after the same {:,}, {:,} is less than {}</source>
        <translation>({:,}, {:,}), und nach derselben {:,} ist {:,} kleiner als {}</translation>
    </message>
    <message>
        <source>({:,}, {:,}), and {:,} is less than {}</source>
        <translation>({:,}, {:,}), und {:,} ist kleiner als {}</translation>
    </message>
    <message>
        <source>{} stands first in the corpus</source>
        <translation>{} steht im Korpus zuerst</translation>
    </message>
    <message>
        <source>{} comes {} every other pair of the same count</source>
        <translation>{} steht {} jedem anderen Paar gleicher Anzahl</translation>
    </message>
    <message>
        <source>after the same {}, {} comes {} {}</source>
        <translation>nach demselben {} steht {} {} {}</translation>
    </message>
    <message>
        <source>{} comes {} {}</source>
        <translation>{} steht {} {}</translation>
    </message>
    <message>
        <source>{:,} byte is fewer than {}</source>
        <translation>{:,} Byte ist weniger als {}</translation>
    </message>
    <message>
        <source>{:,} bytes are fewer than {}</source>
        <translation>{:,} Bytes sind weniger als {}</translation>
    </message>
    <message>
        <source>{} is the least of the pairs with {:,} bytes</source>
        <translation>{} ist das kleinste der Paare mit {:,} Bytes</translation>
    </message>
    <message>
        <source>before</source>
        <translation>vor</translation>
    </message>
    <message>
        <source>after</source>
        <translation>nach</translation>
    </message>
    <message>
        <source>{} time</source>
        <translation>{}&#xa0;Mal</translation>
    </message>
    <message>
        <source>{} times</source>
        <translation>{}&#xa0;Mal</translation>
    </message>
    <message>
        <source>{} and {}</source>
        <translation>{} und {}</translation>
    </message>
    <message>
        <source>all others</source>
        <translation>alle anderen</translation>
    </message>
</context>
</TS>
