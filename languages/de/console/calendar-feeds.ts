import type { Messages } from '../../en/console/index.ts';

export const calendarFeeds: Messages['calendarFeeds'] = {
  about: (institution) =>
    `Geheime Adressen, unter denen Kalenderprogramme Kalender von ${institution} ohne Anmeldung abonnieren können.`,
  create: 'Kalender-Abo anlegen',
  calendarOf: 'Kalender von',
  lastRead: 'Zuletzt gelesen',
  personAsOrganizer: 'Person, nur selbst organisierte Termine',
  shown: (count) => `${count} angezeigt, die ältesten zuerst`,
  none: 'Keine Kalender-Abos',
  noneText:
    'Mit einem Kalender-Abo zeigen Kalenderprogramme die Termine eines Kurses, eines Raums oder einer Person. Legen Sie hier eines an oder überlassen Sie das einer Integration.',
  created: 'Das Kalender-Abo wurde angelegt.',
  revoke: 'Widerrufen',
  revokeTitle: (name) => `${name} widerrufen`,
  revokeQuestion: (name) => `${name} widerrufen?`,
  addressEnds: 'Die Adresse funktioniert in wenigen Sekunden nicht mehr. Das lässt sich nicht rückgängig machen.',
  appsStop:
    'Kalenderprogramme, die sie benutzen, zeigen keine neuen Termine mehr. Ein neues Kalender-Abo erhält eine neue Adresse.',
  revoked: 'Das Kalender-Abo wurde widerrufen.',
  findFirst: 'Suchen Sie zuerst den Kurs, den Raum oder die Person.',
  targets: 'Kurse, Räume und Personen',
  target: 'Kurs, Raum oder Person',
  found: 'Gefunden',
  whose: 'Wessen Kalender?',
  whoseText:
    'Hier erscheinen Kurse, Räume und Personen, deren Name, Code oder E-Mail enthält, was Sie eingeben. Wählen Sie dann etwas aus.',
  nothingFoundText:
    'Geben Sie einen anderen Teil des Namens ein. Für Archiviertes können Sie keine Kalender-Abos anlegen.',
  findAnother: 'Etwas anderes suchen',
  aboutName: 'So heißt es in Kalenderprogrammen.',
  appointments: 'Termine',
  asAny: 'Alle, die die Person organisiert oder an denen sie teilnimmt',
  asOrganizer: 'Nur selbst organisierte',
  aboutRole: 'Zu Terminen mit Teilnahme gehören auch die der Gruppen, in denen die Person ist.',
  copyNow: 'Kopieren Sie die Adresse jetzt',
  subscribe:
    'Abonnieren Sie sie in einem Kalenderprogramm. Wer die Adresse hat, kann den Kalender ohne Anmeldung lesen, bis Sie das Kalender-Abo widerrufen.',
  shownBefore:
    'Sie haben dieses Formular schon gesendet, und die Adresse wurde dabei angezeigt. Um eine neue zu erhalten, widerrufen Sie dieses Kalender-Abo und legen Sie ein neues an.',
  goToFeeds: 'Zu den Kalender-Abos',
};
