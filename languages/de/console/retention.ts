import { countedIn } from '../../counted.ts';
import type { Messages } from '../../en/console/index.ts';
import { rich } from '../../rich.ts';

const counted = countedIn('de');

export const retention: Messages['retention'] = {
  title: 'Aufbewahrung',
  about: (institution) =>
    `${institution}: Was älter ist als die Frist, die Sie hier eingeben, wird automatisch gelöscht, jeden Tag aufs Neue. Bei einem leeren Feld wird nichts gelöscht. Personen mit Löschsperre bleiben, mit allem, was zu ihnen gehört.`,
  save: 'Aufbewahrung speichern',
  saveQuestion: 'Aufbewahrung speichern?',
  saved: 'Die Aufbewahrung wurde gespeichert.',
  preview: 'Vorschau anzeigen',
  previewOn: 'Stichtag der Vorschau',
  typeNumbers: 'Geben Sie ganze Zahlen ein, um zu sehen, was gelöscht würde.',
  firstRun: (what) => rich`Der erste Durchlauf löscht: ${what}.`,
  forGood:
    'Personen werden sofort gelöscht, ohne Frist, in der Sie die Löschung zurücknehmen können. Nichts davon lässt sich wiederherstellen.',
  fields: {
    retention_people_months: {
      label: 'Archivierte Personen endgültig löschen nach (Monate)',
      help: 'Ab dem Tag, an dem sie archiviert wurden.',
    },
    retention_notes_months: {
      label: 'Notizen entfernen nach (Monate)',
      help: 'Notizen von Einträgen, ab dem Tag, an dem der Eintrag endete.',
    },
    retention_hours_years: {
      label: 'Arbeitszeiten entfernen nach (Jahre)',
      help: 'Einträge, ab dem Tag, an dem sie endeten. Offene Sitzungen bleiben.',
    },
    retention_audit_years: {
      label: 'Protokoll entfernen nach (Jahre)',
      help: 'Wer was geändert hat, ab dem Tag der Änderung.',
    },
    retention_keep_hours_years: {
      label: 'Arbeitszeiten mindestens aufbewahren (Jahre)',
      help: 'Auch die Arbeitszeiten einer Person, die mit ihnen endgültig gelöscht wird.',
    },
  },
  wholeNumber: (most) => `Geben Sie eine ganze Zahl von 1 bis ${most} ein.`,
  keptLonger: (years) =>
    `Arbeitszeiten werden mindestens ${years} Jahre aufbewahrt. Geben Sie keine kleinere Zahl ein.`,
  would: (what, day) => rich`${what} am ${day}`,
  nothing: 'nichts',
  notCounted: 'eine Anzahl, die sich zurzeit nicht bestimmen lässt',
  people: (count) => counted(count, { one: '# Person', other: '# Personen' }),
  notes: (count) => counted(count, { one: '# Notiz', other: '# Notizen' }),
  hours: (count) => counted(count, { one: '# Eintrag', other: '# Einträge' }),
  audit: (count) => counted(count, { one: '# Protokolleintrag', other: '# Protokolleinträge' }),
};
