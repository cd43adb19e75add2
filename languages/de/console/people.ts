import { countedIn } from '../../counted.ts';
import type { Messages } from '../../en/console/index.ts';
import { rich } from '../../rich.ts';

const counted = countedIn('de');

export const people: Messages['people'] = {
  about: (institution) => `Alle, die sich bei ${institution} einstempeln, unterrichten, lernen oder anmelden.`,
  importCsv: 'CSV importieren',
  searched: 'Name, E-Mail oder Code',
  archivedBeside: 'archiviert',
  clockedInNow: 'Jetzt eingestempelt',
  clockedIn: 'Eingestempelt',
  clockedInPaused: 'Eingestempelt, in der Pause',
  clockedInSince: (when) => rich`Eingestempelt seit ${when}`,
  unknown: 'Unbekannt',
  shownByName: (count) => `${count} angezeigt, nach Namen`,
  shownLatestFirst: (count) => `${count} angezeigt, die neuesten zuerst`,
  nobody: 'Noch niemand',
  nobodyText:
    'Personen werden hier hinzugefügt, aus einer Tabelle, durch Integrationen oder mit dem Paket der Einrichtung.',
  noMatch: 'Niemand gefunden',
  noMatchText:
    'Geben Sie einen anderen Teil des Namens, der E-Mail oder des Codes ein oder wählen Sie einen anderen Zustand.',
  later: 'Noch nichts gefunden',
  laterText: 'Die Suche geht auf der nächsten Seite weiter.',
  thisPerson: 'diese Person',
  add: 'Person hinzufügen',
  save: 'Person speichern',
  added: 'Die Person wurde hinzugefügt.',
  saved: 'Die Person wurde gespeichert.',
  firstName: 'Vorname',
  lastName: 'Nachname',
  nameOfKnown: 'So steht er in Listen. Wenn Sie ihn ändern, richtet er sich nicht mehr nach Vor- und Nachnamen.',
  nameOfNew: 'So steht er in Listen. Lassen Sie das Feld leer, um Vor- und Nachnamen zu verwenden.',
  aboutCode: 'Der Code auf dem Ausweis.',
  picture: 'Bild',
  aboutPicture: 'Die Adresse eines Bildes.',
  emailTaken: (who, isArchived) =>
    rich`${who}${isArchived && ' (archiviert)'} hat diese E-Mail schon. Geben Sie eine andere ein.`,
  codeTaken: (who, isArchived) =>
    rich`${who}${isArchived && ' (archiviert)'} hat diesen Code schon. Geben Sie einen anderen ein.`,
  isArchived: 'Archiviert.',
  handOver: 'Daten herausgeben',
  groups: 'Gruppen',
  none: 'Keine',
  workedThisMonth: 'Arbeitszeit in diesem Monat',
  workedLastMonth: 'Arbeitszeit im letzten Monat',
  openSession: 'Laufende Sitzung',
  unknownNow: 'Zurzeit unbekannt',
  archive: 'Archivieren',
  archiveQuestion: (name) => `${name} archivieren?`,
  archivedNow: 'Die Person wurde archiviert.',
  bringBack: 'Zurückholen',
  broughtBack: 'Die Person wurde zurückgeholt.',
  archivedCannot:
    'Die Person kann sich nicht mehr einstempeln, nicht eingeladen werden und sich nicht an dieser Konsole anmelden.',
  archivedKeeps: 'Ihre Arbeitszeiten und Termine bleiben erhalten. „Zurückholen“ macht das Archivieren rückgängig.',
  sessionEnds: (since) => rich`Eingestempelt seit ${since}. Die Sitzung endet zu der Zeit, die Sie unten angeben.`,
  sessionStays: (since) =>
    rich`Eingestempelt seit ${since}. Die Zeiterfassung ist ausgeschaltet, deshalb läuft die Sitzung weiter.`,
  sessionUnknown: 'Ob die Person eingestempelt ist, lässt sich zurzeit nicht feststellen.',
  rolesEnd: (roles) =>
    `Die Person ist Administrator (${roles}). Mit dem Archivieren ist sie kein Administrator mehr und wird überall von der Konsole abgemeldet. Auch wenn Sie sie zurückholen, erhält sie ihre Rollen nicht wieder.`,
  rolesUnknown: 'Ob die Person Administrator ist, lässt sich zurzeit nicht feststellen.',
  staysIn: (groups) => `Bleibt in diesen Gruppen: ${groups}.`,
  moreGroups: (count) => counted(count, { one: '# weitere Gruppe', other: '# weitere Gruppen' }),
  feedsStop: (count, names) =>
    `${counted(count, { one: 'Das Kalender-Abo der Person endet', other: '# Kalender-Abos der Person enden' })}: ${names}.`,
  moreFeeds: (count) => counted(count, { one: '# weiteres', other: '# weitere' }),
  feedsUnknown: 'Ob es Kalender-Abos der Person gibt, lässt sich zurzeit nicht feststellen.',
  hold: 'Löschsperre',
  putOnHold: 'Löschsperre setzen',
  holdTitle: (name) => `Löschsperre für ${name} setzen`,
  aboutHold:
    'Bis die Löschsperre endet, wird die Person nicht gelöscht, und für sie gelten keine Löschfristen. Eine geplante Löschung endet.',
  aboutHoldReason: 'Alle Administratoren sehen sie hier. Sie wird mit der Person gelöscht.',
  aboutNoHold: 'Mit einer Löschsperre wird die Person nicht gelöscht, und für sie gelten keine Löschfristen.',
  onHold: 'Für die Person gilt jetzt eine Löschsperre.',
  since: 'Seit',
  endHold: 'Löschsperre aufheben',
  endHoldQuestion: (name) => `Löschsperre für ${name} aufheben?`,
  afterHold: 'Die Person kann wieder gelöscht werden, und eingestellte Löschfristen gelten wieder für sie.',
  holdEnded: 'Die Löschsperre ist aufgehoben.',
};
