import type { Messages } from '../../en/console/index.ts';
import { rich } from '../../rich.ts';

export const account: Messages['account'] = {
  title: 'Konto',
  about: (name, institution) => `${name}, Administration von ${institution}`,
  sessions: 'Sitzungen',
  aboutSessions:
    'Hier sind Sie angemeldet. Eine Sitzung endet nach 12 Stunden oder wenn sie eine Stunde lang nicht benutzt wird.',
  browser: 'Browser',
  thisOne: 'Diese hier',
  signedIn: 'Angemeldet',
  endSession: 'Sitzung beenden',
  inBrowser: (browser) => `in ${browser}`,
  noSessions: 'Keine Sitzungen',
  noSessionsText: 'Hier erscheinen Ihre laufenden Sitzungen.',
  endAll: 'Alle Sitzungen beenden',
  endAllQuestion: 'Alle Ihre Sitzungen beenden?',
  endAllEverywhere: 'Sie werden überall abgemeldet, auch in diesem Browser.',
  endAllAfter:
    'Um sich wieder anzumelden, brauchen Sie einen Passkey, das Konto Ihrer Einrichtung oder einen neuen Link.',
  allEnded: 'Alle Ihre Sitzungen sind beendet.',
  sessionEnded: 'Die Sitzung ist beendet.',
  unknownBrowser: 'Unbekannter Browser',
  browserOn: (browser, system) => `${browser} unter ${system}`,
  withLink: 'mit einem Link',
  withPasskey: 'mit einem Passkey',
  withOpenId: 'mit OpenID Connect',
  passkeys: 'Passkeys',
  noPasskeys: 'Keine Passkeys',
  noPasskeysText: 'Melden Sie sich mit Fingerabdruck, Gesicht oder der PIN Ihres Geräts an statt mit einem Link.',
  whereKept: 'Wo Sie ihn aufbewahren, zum Beispiel „Laptop“ oder „Sicherheitsschlüssel“.',
  register: 'Passkey einrichten',
  registerTitle: 'Einen Passkey einrichten',
  registerAnother: 'Einen weiteren einrichten',
  tooManyPasskeys: (most) => `Sie haben schon ${most} Passkeys. Entfernen Sie zuerst einen.`,
  passkeyRegistered: 'Der Passkey wurde eingerichtet.',
  passkeyRemoved: 'Der Passkey wurde entfernt.',
  passkeyRenamed: 'Der Passkey wurde umbenannt.',
  removeTitle: (name) => `${name} entfernen`,
  removeQuestion: (name) => `Den Passkey „${name}“ entfernen?`,
  removeOnDevice:
    'Sie können sich nicht mehr mit ihm anmelden. Löschen Sie ihn auch auf Ihrem Gerät: Das kann die Konsole nicht.',
  removeSessions: 'Sitzungen, die mit ihm begonnen haben, laufen weiter, bis Sie sie beenden.',
  renameTitle: (name) => `${name} umbenennen`,
  aboutRename: (name) => rich`Auf seinem Gerät bleibt der Passkey „${name}“, wie er ist.`,
  emailMe: 'Bei Problemen eine E-Mail an mich senden',
  aboutEmail:
    'Abgeschaltete Webhooks, Schlüssel, die innerhalb einer Woche ablaufen, Integrationen nahe an ihrem Limit: wenn es etwas Neues gibt, höchstens einmal am Tag.',
  aboutLanguage:
    'Für diese Konsole und für E-Mails an Sie. „Wie der Browser“ gilt, wenn Ihre Einrichtung keine Sprache gewählt hat.',
  thisSetting: 'diese Einstellung',
};
