import { countedIn } from '../../counted.ts';
import type { Messages } from '../../en/console/index.ts';
import { rich } from '../../rich.ts';

const counted = countedIn('de');

export const peopleErasure: Messages['peopleErasure'] = {
  title: (name) => `${name} endgültig löschen`,
  about: (days) =>
    `Auf dieser Seite geschieht noch nichts. Nach dem Bestätigen kann die Löschung ${counted(days, { one: '# Tag', other: '# Tage' })} lang zurückgenommen werden.`,
  act: 'Endgültig löschen',
  withHours: 'Mit Arbeitszeiten',
  aboutWithHours: 'Auch die Arbeitszeiten werden gelöscht, und mit ihnen der Anteil der Person an allen Summen.',
  planned: 'Die Löschung ist geplant.',
  takeBack: 'Löschung zurücknehmen',
  takenBack: 'Die Person wird nicht gelöscht.',
  section: 'Endgültige Löschung',
  erasedOn: (when) =>
    rich`Endgültig gelöscht am ${when}. Es bleiben nur Zahlen. Aus ihnen geht nicht hervor, zu wem sie gehörten, und sie lassen sich nicht mehr ändern.`,
  dueOn: (when) =>
    rich`Wird am ${when} endgültig gelöscht. Bis dahin kann die Löschung zurückgenommen werden; sie entfällt auch, wenn die Person zurückgeholt wird.`,
  dueWithHours: (when) =>
    rich`Wird am ${when} endgültig gelöscht, mit Arbeitszeiten. Bis dahin kann die Löschung zurückgenommen werden; sie entfällt auch, wenn die Person zurückgeholt wird.`,
  question: (name) => `${name} endgültig löschen?`,
  goesOn: (when) =>
    rich`Am ${when} werden Namen, E-Mail-Adresse, Code, Bild, Notizen und Spuren überall in Lyceum gelöscht.`,
  hoursStay:
    'Arbeitszeiten und Termine bleiben als Zahlen unter dem Namen „Erased person“ (gelöschte Person) erhalten.',
  hoursGo:
    'Auch die Arbeitszeiten werden gelöscht. Termine bleiben als Zahlen unter dem Namen „Erased person“ erhalten.',
  hoursGoBefore: (when) =>
    rich`Auch die Arbeitszeiten werden gelöscht, außer denen, die am ${when} oder später geendet haben. Termine bleiben als Zahlen unter dem Namen „Erased person“ erhalten.`,
  untilThen:
    'Bis dahin kann die Löschung auf der Seite der Person zurückgenommen werden. Danach lässt sich nichts wiederherstellen.',
  cannotNow: 'Diese Person kann zurzeit nicht endgültig gelöscht werden.',
  wasErased: (when) => rich`Die Person wurde am ${when} endgültig gelöscht.`,
  obstacle: 'Etwas spricht dagegen.',
  isActive: (act) => rich`Die Person ist aktiv. Zuerst nötig: ${act}.`,
  archiveThem: 'Person archivieren',
  isAdministrator: (act) => rich`Die Person ist Administrator. Zuerst nötig: ${act}.`,
  removeAdministrator: 'Administrator entfernen',
  isClockedIn: (act) => rich`Die Person ist eingestempelt. Zuerst nötig: ${act}.`,
  endSession: 'Sitzung beenden',
  isHeld: (act) => rich`Für die Person gilt eine Löschsperre. Zuerst nötig: ${act}.`,
  endTheHold: 'Löschsperre aufheben',
  plan: 'Was gelöscht wird und was bleibt',
  entries: 'Anzahl',
  moreThan: (count) => counted(count, { other: 'mehr als #' }),
  goes: 'Wird gelöscht',
  stays: 'Bleibt',
  nothing: 'Nichts',
  nothingStored: 'Von dieser Person ist nichts gespeichert.',
  also: 'Namen, E-Mail-Adresse und Code werden auch in den aufgezeichneten Anfragen, den aufbewahrten Antworten und im Protokoll gelöscht.',
  whatStays:
    'Arbeitszeiten und Termine bleiben als Zahlen unter dem Namen „Erased person“ und mit derselben ID erhalten: Summen, Lohnabrechnung und Stundenpläne anderer hängen davon ab. Notizen zu Terminen bleiben, wenn auch jemand anderes sie organisiert. Sicherungskopien enthalten alles, bis sie ablaufen; Dateien, E-Mails und Kopien außerhalb von Lyceum werden nicht erreicht.',
  mentions: 'Andere Datensätze, in denen die Person genannt sein könnte',
  mayBeMore: 'Es kann weitere geben: Nicht alle Datensätze wurden durchgesehen.',
  noMentions: 'Es wurde kein Datensatz gefunden.',
  aboutMentions:
    'In ihrem Text stehen der Name, die E-Mail-Adresse oder der Code. Sie werden nicht geändert: Sehen Sie sie selbst durch.',
  id: 'ID',
  says: {
    name: 'Namen und Codes',
    contact: 'E-Mail-Adresse',
    image: 'Bild',
    text: 'Notizen und andere Texte',
    work: 'Zeiten und Datumsangaben, ohne Namen',
    credential: 'Schlüssel',
    trace: 'Spuren von Anfragen',
  },
  tables: {
    users: 'Der Datensatz der Person',
    person_holds: 'Löschsperren',
    user_group_members: 'Mitgliedschaften in Gruppen',
    archives: 'Angeforderte Archive',
    audit_log: 'Protokoll der Änderungen durch die Person',
    administrators: 'Rolle als Administrator',
    administrator_sessions: 'Sitzungen an der Konsole',
    sign_in_links: 'Anmeldelinks',
    kept_forms: 'Aufbewahrte Formulare',
    passkeys: 'Passkeys',
    passkey_challenges: 'Begonnene Anmeldungen mit Passkeys',
    calendar_feeds: 'Kalender-Abos der Person',
    appointments: 'Termine',
    appointment_links: 'Teilnahme an Terminen',
    program_responsible_users: 'Programme, für die die Person verantwortlich ist',
    time_records: 'Arbeitszeiten',
    late_records: 'Nachträge',
    finding_acknowledgements: 'Zur Kenntnis genommene Hinweise',
  },
  membershipGoes: 'die Mitgliedschaft',
  programStays: 'das Programm, mit „Erased person“ statt des Namens',
  feedGoes: 'das Abo und seine Adresse',
};
