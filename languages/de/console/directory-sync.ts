import type { Messages } from '../../en/console/index.ts';
import { rich } from '../../rich.ts';

export const directorySync: Messages['directorySync'] = {
  title: 'Verzeichnisabgleich',
  about: (address) => rich`Ein Verzeichnis legt Personen an, ändert und archiviert sie unter ${address}.`,
  list: 'Verzeichnisabgleiche',
  none: 'Noch kein Verzeichnisabgleich',
  noneText:
    'Entra ID, Okta, Keycloak und andere halten Personen über SCIM 2.0 auf dem neuesten Stand. Legen Sie ein Token an und tragen Sie es dort ein.',
  connect: 'Ein Verzeichnis verbinden',
  nameHelp: 'Der Name Ihres Verzeichnisses, zum Beispiel „Entra ID“. Sie können bis zu fünf verbinden.',
  createToken: 'Token anlegen',
  created: 'Das Token wurde angelegt.',
  ended: 'Gesperrt',
  stopped: 'Archivieren gestoppt',
  stoppedAfter: (badge, count) => rich`${badge} nach ${count} Personen`,
  tokenCount: (count) => `${count} Token`,
  noAction: 'Keine',
  allow: 'Archivieren erlauben',
  allowed: 'Der Verzeichnisabgleich darf wieder Personen archivieren.',
  allowTitle: (name) => `Archivieren von Personen erlauben: ${name}`,
  allowQuestion: (name) => `Darf ${name} weitere Personen archivieren?`,
  whyStopped:
    'Der Abgleich wurde gestoppt, weil er innerhalb einer Stunde mehr als ein Fünftel der Personen archiviert oder die E-Mail-Adressen geändert hat, mit denen sie sich anmelden. Prüfen Sie, ob das beabsichtigt war, bevor Sie weitere erlauben.',
  checkDirectory:
    'Falls Sie das nicht erwartet haben, prüfen Sie zuerst das Verzeichnis: Es könnte Personen verloren haben.',
  hasEnded: 'Das Token gilt nicht mehr.',
  endTitle: (name) => `Token sperren: ${name}`,
  endQuestion: (name) => `Das Token von ${name} sperren?`,
  endSoon: 'Nach wenigen Sekunden kann das Verzeichnis keine Personen mehr hinzufügen oder ändern.',
  endLater:
    'Personen, die es angelegt hat, bleiben. Um das Verzeichnis wieder zu verbinden, legen Sie ein neues Token an.',
  endToken: 'Token sperren',
};
