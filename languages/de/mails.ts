import { countedIn } from '../counted.ts';
import type { MailMessages } from '../en/mails.ts';
import { notices } from './notices.ts';

const counted = countedIn('de');

export const mails: MailMessages = {
  notices,
  hello: (name) => `Guten Tag, ${name}!`,
  zone: (zone) => `Alle Zeiten gelten in der Zeitzone ${zone}.`,
  problems: {
    subject: (place, count) =>
      `${place}: ${counted(count, { one: 'Etwas ist zu erledigen', other: '# Dinge sind zu erledigen' })}`,
    begin: (place) => `Bei ${place} ist zu erledigen:`,
    more: (count) => counted(count, { one: '# weiteres', other: '# weitere' }),
    why: (place) =>
      `Sie erhalten diese E-Mail, höchstens einmal am Tag, weil Sie Administrator von ${place} sind und darum gebeten haben.`,
    stop: 'Diese E-Mails abbestellen',
  },
  problem: {
    gone: () => 'meldet, dass es die Adresse nicht mehr gibt, und erhält keine Ereignisse mehr',
    failed: () => 'hat zu lange keine Ereignisse angenommen und erhält keine mehr',
    refused: () => 'lehnt die Weiterleitung des Protokolls ab, die deshalb angehalten ist; nichts geht verloren',
    unsent: () => 'hat seit mehr als einer Stunde nichts vom Protokoll angenommen',
    over: ({ count }) =>
      `hat das Anfragelimit überschritten: In 24 Stunden ${counted(count, { one: 'wurde # Anfrage', other: 'wurden # Anfragen' })} abgelehnt`,
    near: ({ count }) =>
      `hat das Anfragelimit fast erreicht: In der letzten Stunde ${counted(count, { one: 'war zeitweise nur noch # Anfrage', other: 'waren zeitweise nur noch # Anfragen' })} in der Minute übrig`,
    secret: ({ endsAt }) => `hat einen alten Schlüssel, der am ${endsAt} Uhr abläuft`,
    token: ({ endsAt }) => `hat ein altes Token, das am ${endsAt} Uhr abläuft`,
    end: ({ feature, endsAt }) => `benutzt ${feature}; das gibt es ab dem ${endsAt} Uhr nicht mehr`,
  },
  closing: {
    ahead: (place, at) => `${place} wird am ${at} Uhr geschlossen`,
    closed: (place, at) => `${place} wurde am ${at} Uhr geschlossen`,
    endsThen: 'Die Integrationen, die Kalender und die Anmeldung an der Konsole enden dann.',
    hasEnded: 'Die Integrationen, die Kalender und die Anmeldung an der Konsole sind beendet.',
    reopen: (until) =>
      `Bis zum ${until} Uhr kann der Betreiber von Lyceum alles wieder öffnen, mit allem, was darin ist. Danach wird alles gelöscht.`,
    why: (place) => `Sie erhalten diese E-Mail, weil Sie Administrator von ${place} sind.`,
  },
  change: {
    at: (said, at, zone) => `${said} (${at} Uhr, ${zone}).`,
    unexpected:
      'Falls Sie das nicht erwartet haben, sehen Sie in der Konsole unter Protokoll und Administratoren nach.',
    why: (place) => `Sie erhalten diese E-Mail, weil Sie Administrator von ${place} sind oder waren.`,
  },
};
