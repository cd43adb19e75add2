import { countedIn } from '../../counted.ts';
import type { Messages } from '../../en/console/index.ts';

const counted = countedIn('de');

export const timeRecords: Messages['timeRecords'] = {
  about: (institution, zone) =>
    `${institution}: Wer wann gearbeitet hat. Die Uhrzeiten gelten in der Zeitzone ${zone}.`,
  nameEmailOrCode: 'Name, E-Mail oder Code',
  userGroup: 'Gruppe',
  everybody: 'Alle',
  allRecords: 'Alle',
  open: 'Jetzt eingestempelt',
  openBeforeToday: 'Seit gestern oder länger offen',
  closedAutomatically: 'Automatisch beendet',
  closedAndChecked: 'Automatisch beendet, geprüft',
  corrected: 'Korrigiert',
  clockedIn: 'Eingestempelt',
  clockedInPaused: 'Eingestempelt, in Pause',
  none: 'Keine Einträge',
  noneText:
    'Kein Eintrag passt dazu. Wählen Sie einen anderen Zeitraum, eine andere Person oder Gruppe, oder zeigen Sie alle an.',
  shown: (count) => `${count} angezeigt, neueste zuerst`,
  sumsAway: 'Die Summen sind gerade nicht verfügbar.',
  exportByDay: 'Nach Tagen exportieren',
  forExcel: 'Für Excel auf Deutsch',
  nothingExported: 'Nichts wurde exportiert.',
  nobody: 'Niemand hat diesen Namen, diese E-Mail, diesen Code oder diese ID. Prüfen Sie die Eingabe.',
  notBeforeFrom: 'Wählen Sie einen Tag, der nicht vor „Von“ liegt.',
  mostDays: (days) => `Wählen Sie höchstens ${days} Tage: Der erste und der letzte zählen mit.`,
  people: (count) => counted(count, { one: 'Person', other: 'Personen' }),
  peopleAndMore: (count) =>
    counted(count, { one: 'Person angezeigt, weitere folgen', other: 'Personen angezeigt, weitere folgen' }),
  inAll: 'gearbeitet',
  inAllGuessed: (guessed) =>
    `gearbeitet, davon ${guessed} aus automatisch beendeten Einträgen: Korrigieren Sie diese zuerst`,
  toCheck: 'zu prüfen',
  previous: 'Vorheriger',
  next: 'Nächster',
  firstPeople: 'Erste Personen',
  nextPeople: 'Nächste Personen',
  hours: 'Stunden',
  showHours: 'Die Stunden jeder Person anzeigen',
  totals: 'Summen',
  worked: 'Gearbeitet',
  pauses: 'Pausen',
  source: 'Quelle',
  records: 'Einträge',
  toCheckHead: 'Zu prüfen',
  noHours: 'Keine Stunden',
  noHoursText: 'Hier erscheinen die Stunden beendeter Einträge, nach Personen.',
  noDaysText: 'Hier erscheinen die Stunden beendeter Einträge, nach Personen und Tagen.',
  hoursByDay: 'Stunden nach Tagen',
  sum: 'Summe',
  weekend: 'Wochenende',
  weekday: (monday1) => ['Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa', 'So'][monday1 - 1] ?? '',
  marks: {
    warn: 'automatisch beendet, zu korrigieren',
    plain: 'korrigiert',
    shut: 'aus einem abgeschlossenen Monat',
  },
  allOfPerson: 'Alles von dieser Person',
};
