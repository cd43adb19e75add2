import type { Messages } from '../../en/console/index.ts';
import { rich } from '../../rich.ts';

export const search: Messages['search'] = {
  act: 'Suchen',
  found: (count) => `${count} gefunden`,
  key: (key) => rich`Die Taste ${key} führt von jeder Seite hierher`,
  pages: 'Seiten',
  allRequests: 'alle Anfragen',
  allEvents: 'alle Ereignisse',
  morePeople: 'Weitere Personen',
  nothingTyped: 'Wonach suchen Sie?',
  nothingTypedText:
    'Geben Sie einen Namen, eine E-Mail-Adresse, einen Code, die ID einer Anfrage, eines Ereignisses oder eines Eintrags oder den Namen einer Seite ein.',
  nothing: 'Nichts gefunden',
  nothingText: 'Geben Sie einen anderen Teil des Namens oder die ganze ID ein.',
  partAway: 'Ein Teil von Lyceum ist vorübergehend nicht verfügbar. Versuchen Sie es in einigen Sekunden noch einmal.',
};
