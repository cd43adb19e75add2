import { countedIn } from '../../counted.ts';
import type { Messages } from '../../en/console/index.ts';

const counted = countedIn('de');

export const peopleImport: Messages['peopleImport'] = {
  title: 'Personen importieren',
  about:
    'Personen werden an der E-Mail erkannt: Neue werden hinzugefügt, vorhandene geändert. Eine leere Zelle ändert nichts. Sie sehen zuerst, was die Datei bewirken würde.',
  guide: 'So erstellen Sie die Datei',
  file: 'Datei',
  aboutFile:
    'Eine CSV-Datei mit einer Kopfzeile: email, firstName, lastName, name, code, archived (yes für ja, no für nein), groups (getrennt durch |). Höchstens 5.000 Zeilen.',
  noFile: 'Wählen Sie eine Datei, die nicht leer ist.',
  encoding: 'Zeichencodierung',
  aboutEncoding: 'Ändern Sie sie, wenn Buchstaben in der Vorschau falsch aussehen.',
  automatic: 'Automatisch',
  utf8: 'UTF-8',
  westernEuropean: (encoding) => `${encoding} (Westeuropa)`,
  centralEuropean: (encoding) => `${encoding} (Mitteleuropa)`,
  ignoreUnknown: 'Unbekannte Spalten weglassen',
  showPreview: 'Vorschau anzeigen',
  preview: 'Vorschau',
  aboutPreview: 'Noch ist nichts geändert. Die Datei wird ganz oder gar nicht importiert.',
  hasFaults: 'Die Datei hat Fehler. Berichtigen Sie sie in der Tabelle und laden Sie die Datei noch einmal hoch.',
  changedMeanwhile:
    'Nichts wurde importiert, weil sich Personen oder Gruppen der Datei seit der Vorschau geändert haben. Prüfen Sie die neue Vorschau unten und importieren Sie dann noch einmal.',
  readUpTo: (row, unread) =>
    `Gelesen bis Zeile ${row}; ${counted(unread, { one: '# Zeile wurde', other: '# Zeilen wurden' })} nicht gelesen.`,
  chooseAnother: 'Andere Datei wählen',
  act: 'Importieren',
  importAnother: 'Weitere Datei importieren',
  imported: 'Importierte Personen',
  ignoredColumns: (names) => `Weggelassene Spalten: ${names}`,
  more: (count) => counted(count, { other: '# weitere' }),
  columnsRead: (read, all) => `Spalten: ${read} von ${all} werden gelesen`,
  columns: {
    email: 'E-Mail',
    firstName: 'Vorname',
    lastName: 'Nachname',
    name: 'Name',
    code: 'Code',
    archived: 'Archiviert',
    groups: 'Gruppen',
  },
  leaveOut: 'Weglassen',
  unknownColumn: 'Unbekannt: bitte wählen',
  rememberedFor: (institution) => `Wird für spätere Dateien gespeichert (${institution}).`,
  useColumns: 'Diese Spalten verwenden',
  columnsRemembered: 'Die Zuordnung der Spalten wurde gespeichert.',
  letters: 'Buchstaben',
  asStored: 'So wird es gespeichert',
  checkLetters: 'Prüfen Sie diese Buchstaben',
  lettersOfMacs:
    'Sie sehen aus wie die eines alten Mac-Programms (Mac Roman): Speichern Sie die Datei als „CSV UTF-8“.',
  wrongLetters: 'Wenn sie falsch sind, wählen Sie oben eine andere Zeichencodierung.',
  value: 'Wert',
  kinds: {
    added: {
      label: 'Neu',
      done: (count) => counted(count, { other: '# hinzugefügt' }),
      shown: (count) => `${count} angezeigt, hinzugefügt`,
    },
    changed: {
      label: 'Geändert',
      done: (count) => counted(count, { other: '# geändert' }),
      shown: (count) => `${count} angezeigt, geändert`,
    },
    archived: {
      label: 'Archiviert',
      done: (count) => counted(count, { other: '# archiviert' }),
      shown: (count) => `${count} angezeigt, archiviert`,
    },
    back: {
      label: 'Zurückgeholt',
      done: (count) => counted(count, { other: '# zurückgeholt' }),
      shown: (count) => `${count} angezeigt, zurückgeholt`,
    },
    unchanged: {
      label: 'Unverändert',
      done: (count) => counted(count, { other: '# unverändert' }),
      shown: (count) => `${count} angezeigt, unverändert`,
    },
  },
  shownChanged: (count) => `${count} angezeigt, durch die Datei geändert`,
  nothingToDo: 'Alle waren schon so, wie es in der Datei steht.',
  inTheFile: 'Personen in der Datei',
  what: 'Was',
  administrator: 'Administrator',
  changes: 'Änderungen',
  nobody: 'Niemand',
  changesNobody: 'Die Datei ändert niemanden.',
  chooseNumber: 'Wählen Sie oben eine andere Zahl.',
  rolesUnknown: 'Wer von ihnen Administrator ist, lässt sich zurzeit nicht feststellen.',
  erased: 'Endgültig gelöscht',
  archiveQuestion: (archived, active) => `${archived} von ${active} aktiven Personen archivieren?`,
  archivesMany: (archived, active) =>
    `Die Datei archiviert ${counted(archived, { one: '# Person', other: '# Personen' })}: mehr als ein Zehntel der ${active} aktiven.`,
  archivedCannot:
    'Wer archiviert ist, kann sich nicht mehr einstempeln, nicht eingeladen werden und sich nicht anmelden. Arbeitszeiten und Termine bleiben erhalten.',
};
