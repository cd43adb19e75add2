import { countedIn } from '../../counted.ts';
import type { Messages } from '../../en/console/index.ts';

const counted = countedIn('de');

export const workingTime: Messages['workingTime'] = {
  title: 'Arbeitszeit',
  about: (institution) =>
    `${institution}: die Regeln für alle Personen und für Gruppen, in denen andere gelten. Gehört eine Person zu mehreren Gruppen, zählt die dem Namen nach erste.`,
  theRules: 'die Regeln',
  ruleSet: 'Regelwerk',
  ruleSetHelp: 'Das Gesetz, mit dem Einträge verglichen werden. Nichts wird deswegen abgelehnt oder geändert.',
  none: 'Keines',
  asInstitution: 'Wie für die Einrichtung',
  sets: {
    'de-arbzg': 'Deutschland: Arbeitszeitgesetz',
    'at-azg': 'Österreich: Arbeitszeitgesetz',
    'nl-atw': 'Niederlande: Arbeidstijdenwet',
    'ch-arg': 'Schweiz: Arbeitsgesetz',
    'eu-2003-88': 'Europäische Union: Richtlinie 2003/88/EG',
  },
  saveRules: 'Regeln speichern',
  rulesSaved: 'Die Regeln wurden gespeichert.',
  groups: (count) => `${counted(count, { one: '# Gruppe', other: '# Gruppen' })}, nach Namen`,
  calendar: 'Kalender',
  aboutCalendar: 'Ihre Feiertage und die Tage, an denen Sie geschlossen haben. „Von“ und „Bis“ gehören beide dazu.',
  days: 'Tage',
  holiday: 'Feiertag',
  closed: 'Geschlossen',
  daysShown: (count) => `${count} angezeigt, der Reihe nach`,
  noDays: 'Noch keine Tage',
  noDaysText: 'Importieren Sie die Feiertage Ihres Landes und die Tage, an denen Sie geschlossen haben.',
  file: 'Datei',
  fileHelp:
    'Eine CSV-Datei mit der Kopfzeile name, from, to, kind (holiday für Feiertag oder closed für geschlossen), oder eine Kalenderdatei (ICS) mit ganztägigen Terminen. Höchstens 1.000 Tage.',
  kindHelp:
    'Für die Tage einer Kalenderdatei und für Zeilen ohne Art. Arbeit an einem Feiertag ergibt einen Hinweis, Arbeit an einem geschlossenen Tag nicht.',
  chooseFile: 'Wählen Sie eine Datei, die nicht leer ist.',
  importDays: 'Tage importieren',
  imports: 'Importe',
  imported: 'Importiert',
  removeAll: 'Alle entfernen',
  daysOfImport: (count) => `Tage in diesem Import: ${count}`,
  preview: 'Vorschau',
  showPreview: 'Vorschau anzeigen',
  aboutPreview: 'Noch wurde nichts geändert. Die Datei wird entweder ganz importiert oder gar nicht.',
  aboutFaults: 'Die Datei enthält Fehler. Berichtigen Sie sie und laden Sie die Datei noch einmal hoch.',
  stale:
    'Nichts wurde importiert, weil sich einige dieser Tage seit der Vorschau geändert haben. Prüfen Sie die neue Vorschau unten und importieren Sie dann noch einmal.',
  isNew: 'Neu',
  changed: 'Geändert',
  unchanged: 'Unverändert',
  change: 'Änderung',
  import: 'Importieren',
  daysImported: 'Die Tage wurden importiert.',
  dayRemoved: 'Der Tag wurde entfernt.',
  daysRemoved: 'Die Tage wurden entfernt.',
  removeTitle: (count) => counted(count, { one: '# Tag entfernen', other: '# Tage entfernen' }),
  removeQuestion: (count) => counted(count, { one: '# Tag entfernen?', other: '# Tage entfernen?' }),
  removeDays: (importedAt) =>
    `Die Tage des Imports vom ${importedAt} werden aus dem Kalender entfernt, außer denen, die ein späterer Import geändert hat.`,
  removeEffect: 'Arbeit an diesen Tagen ergibt dann keinen Hinweis mehr. Sie können die Datei wieder importieren.',
};
