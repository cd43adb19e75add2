import { countedIn } from '../../counted.ts';
import type { Messages } from '../../en/console/index.ts';
import { rich } from '../../rich.ts';

const counted = countedIn('de');

export const findings: Messages['findings'] = {
  title: 'Hinweise',
  about: (rules, institution) =>
    rich`${institution}: Was die ${rules} nicht erlauben. Nichts wird deswegen abgelehnt oder geändert. Alle Zeiten in Stunden und Minuten.`,
  rulesOfWorkingTime: 'Regeln zur Arbeitszeit',
  rule: 'Regel',
  rules: {
    break_too_short: 'Pause zu kurz',
    stretch_too_long: 'Zu lange ohne Pause',
    rest_too_short: 'Ruhezeit zu kurz',
    day_too_long: 'Tag zu lang',
    average_too_long: 'Im Durchschnitt zu lang',
    sunday_work: 'Arbeit an einem Sonntag',
    holiday_work: 'Arbeit an einem Feiertag',
  },
  open: 'Offen',
  acknowledged: 'Zur Kenntnis genommen',
  severalPeople: 'Das passt auf mehrere Personen. Geben Sie eine E-Mail oder einen Code ein.',
  weekOf: (name, monday) => `${name}, Woche ab ${monday}`,
  ofDay: (name, day) => `${name}, ${day}`,
  shown: (count) => `${count} angezeigt, nach Wochen`,
  none: 'Keine Hinweise',
  noneText:
    'Kein Hinweis passt dazu. Es gibt keine, solange in den Einstellungen kein Regelwerk zur Arbeitszeit gewählt ist.',
  noneSoFar: 'Bisher keine Hinweise',
  noneSoFarText: 'Noch sind nicht alle Personen geprüft. Gehen Sie zur nächsten Seite.',
  finding: 'Hinweis',
  actual: 'Ist',
  limit: 'Grenze',
  paragraph: 'Paragraf',
  violation: 'Verstoß',
  notice: 'Zur Beachtung',
  unsure: 'Unsicher',
  nthRecord: '. Eintrag',
  andMore: (count) => `und ${count} weitere`,
  acknowledge: 'Zur Kenntnis nehmen',
  acknowledgeWeek: 'Woche zur Kenntnis nehmen',
  acknowledgeTitle: (count) =>
    counted(count, { one: 'Hinweis zur Kenntnis nehmen', other: '# Hinweise zur Kenntnis nehmen' }),
  aboutAcknowledging: (name) => `${name}. Ein Hinweis erscheint wieder, wenn sich einer seiner Einträge ändert.`,
  done: 'Zur Kenntnis genommen.',
  reasonHelp:
    'Warum die Sache erledigt ist. Administratoren und Integrationen, die Arbeitszeiten lesen dürfen, können das sehen.',
  changed:
    'Nichts wurde zur Kenntnis genommen: Die Hinweise haben sich geändert, seit Sie dieses Formular geöffnet haben. Prüfen Sie sie unten und nehmen Sie sie dann noch einmal zur Kenntnis.',
  reopen: 'Wieder öffnen',
  reopened: 'Der Hinweis ist wieder offen.',
};
