import type { Messages } from '../../en/console/index.ts';
import { rich } from '../../rich.ts';

export const failures: Messages['failures'] = {
  badRequest: 'Ungültige Anfrage',
  badRequestText: 'Die Konsole versteht diese Anfrage nicht. Gehen Sie zurück und versuchen Sie es noch einmal.',
  notFromHere: 'Nicht von dieser Konsole gesendet',
  notFromHereText:
    'Das Formular kam nicht von einer Seite dieser Konsole, deshalb wurde nichts geändert. Öffnen Sie das Formular in dieser Konsole und senden Sie es noch einmal.',
  notFound: 'Nicht gefunden',
  notFoundText: 'Diese Seite gibt es nicht, oder sie gehört zu einer anderen Einrichtung.',
  tooLarge: 'Zu groß',
  tooLargeText:
    'Die Datei ist größer als alles, was die Konsole annimmt. Gehen Sie zurück und senden Sie eine kleinere.',
  tooMany: 'Zu viele Anfragen',
  tooManyText:
    'Die Konsole hat zu viele Anfragen auf einmal erhalten. Warten Sie eine Minute und versuchen Sie es dann noch einmal.',
  ours: 'Auf unserer Seite ist etwas schiefgegangen',
  oursText:
    'Die Anfrage konnte nicht ausgeführt werden. Wenn das wieder vorkommt, geben Sie die Anfrage-ID an die Person weiter, die Ihren Lyceum-Server betreibt.',
  unavailable: 'Ein Teil von Lyceum ist vorübergehend nicht verfügbar',
  unavailableText: 'Ihre Daten sind sicher. Versuchen Sie es in einigen Sekunden noch einmal.',
  roleMissing: 'Das gehört nicht zu Ihren Rollen',
  roleMissingText: 'Nichts wurde geändert.',
  frozen: 'Zurzeit kann nichts geändert werden',
  frozenText: 'Ihre Einrichtung ist vorübergehend angehalten. Lesen können Sie weiterhin.',
  frozenEnds: (when) => rich`Das endet spätestens ${when}.`,
  frozenForm: (until) =>
    `Zurzeit kann nichts geändert werden: Ihre Einrichtung ist bis ${until} angehalten. Nichts wurde gespeichert. Senden Sie das Formular danach noch einmal.`,
  roleNeeded: (roles) => `Dafür ist die Rolle ${roles} nötig. `,
  ownersHelp: (names) => `${names} kann Ihre Rollen ändern.`,
  anOwner: 'Eine Person mit der Rolle Inhaber',
  requestId: 'Anfrage-ID',
  goHome: 'Zur Konsole',
  changedBy: (names, what, at) =>
    `Nichts wurde gespeichert: Seit Sie dieses Formular geöffnet haben, hat sich geändert: ${what} (${names}, ${at}).`,
  maybeChanged: (what) =>
    `Nichts wurde gespeichert: Seit Sie dieses Formular geöffnet haben, kann sich Folgendes geändert haben: ${what}.`,
  checkAndSave: 'Ihre Änderungen stehen noch unten. Prüfen Sie sie und speichern Sie dann noch einmal.',
  isNow: (value) => rich`jetzt ${value}`,
  kept: 'Ihre Sitzung war beendet, deshalb wurde nichts gespeichert. Melden Sie sich an, dann ist das Formular so da, wie Sie es ausgefüllt haben: Ihre Eingaben bleiben 30 Minuten erhalten.',
  ended:
    'Ihre Sitzung war beendet, deshalb wurde nichts ausgeführt. Melden Sie sich an und versuchen Sie es noch einmal.',
  restored:
    'Ihre Sitzung war beendet, deshalb wurde nichts gespeichert. Ihre Eingaben sind wieder da, ohne Schlüssel, Passwörter und Dateien. Prüfen Sie sie und senden Sie dann das Formular.',
  chooseOne: 'Wählen Sie eine dieser Möglichkeiten.',
  fillIn: 'Füllen Sie dieses Feld aus.',
  atMostCharacters: (count) => `Geben Sie höchstens ${count} Zeichen ein.`,
  mustBeNumber: 'Geben Sie eine Zahl ein, mit Punkt statt Komma, zum Beispiel 45 oder 52.5.',
  dateAndTime: 'Geben Sie ein Datum und eine Uhrzeit ein.',
  yearsAllowed: 'Das Jahr muss zwischen 1970 und 9998 liegen.',
  noSuchTime: (from, to) =>
    `Diese Uhrzeit gibt es nicht: Die Uhren werden von ${from} auf ${to} vorgestellt. Geben Sie eine andere ein.`,
  laterThanFrom: 'Der Wert muss nach „Von“ liegen.',
};
