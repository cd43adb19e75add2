import type { Messages } from '../../en/console/index.ts';
import { rich } from '../../rich.ts';

export const yourData: Messages['yourData'] = {
  title: 'Ihre Daten',
  about: (institution) => `Alles, was von ${institution} gespeichert ist, in einer Datei.`,
  guide: 'So lesen Sie das Archiv',
  make: 'Archiv erstellen',
  aboutMaking:
    'Das dauert einige Minuten. Bleiben Sie so lange angemeldet. Das Archiv wird einen Tag lang aufbewahrt und ersetzt das vorige.',
  requested: 'Angefordert',
  requestedBy: (when, who) => rich`${when} von ${who}`,
  size: 'Größe',
  kilobytes: (size) => `${size} kB`,
  megabytes: (size) => `${size} MB`,
  gigabytes: (size) => `${size} GB`,
  keptUntil: 'Aufbewahrt bis',
  hasBegun: 'Die Erstellung des Archivs hat begonnen.',
  isRunning: (done, total) => `Das Archiv wird erstellt: ${done} von ${total} Schritten sind erledigt.`,
  showAgain: 'Noch einmal anzeigen',
  failed: 'Das Archiv konnte nicht erstellt werden. Erstellen Sie es noch einmal.',
  isReady: 'Das Archiv ist fertig.',
  download: 'Herunterladen',
  content: 'Was darin ist',
  records:
    'Die Daten, wie die Schnittstelle sie zeigt, je eine Zeile: Personen, Gruppen, Kurse, Termine, Lehrpläne, Weiterbildung, Standorte, Räume, Ereignisse.',
  timeRecords: 'Alle Arbeitszeiten, wie „CSV exportieren“ sie liefert.',
  rows: 'Die Zeilen aller Datenbanktabellen, mit dem Protokoll und den Anfragen der Integrationen, und eine Beschreibung jedes Feldes.',
  notInIt:
    'Nicht darin sind: Schlüssel, Passkeys und andere Zugangsdaten, auch nicht als Hash; Spuren von Anfragen wie ihre IDs; und was nur für einen Augenblick besteht, etwa Sitzungen. Wer das Archiv anfordert und wer es herunterlädt, steht im Protokoll.',
};
