import type { Messages } from '../../en/console/index.ts';

export const frame: Messages['frame'] = {
  skip: 'Zum Inhalt springen',
  menu: 'Menü',
  navigation: 'Konsole',
  navigationInMenu: 'Konsole, Menü',
  guides: 'Anleitungen',
  search: 'Suche',
  signOut: 'Abmelden',
  signedInAs: (name) => `Angemeldet als ${name}.`,
  overview: 'Übersicht',
  integrations: 'Integrationen',
  requests: 'Anfragen',
  webhooks: 'Webhooks',
  events: 'Ereignisse',
  calendarFeeds: 'Kalender-Abos',
  people: 'Personen',
  timeRecords: 'Arbeitszeiten',
  settings: 'Einstellungen',
  audit: 'Protokoll',
  administrators: 'Administratoren',
  account: 'Konto',
};
