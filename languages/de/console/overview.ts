import { countedIn } from '../../counted.ts';
import type { Messages } from '../../en/console/index.ts';
import { rich } from '../../rich.ts';

const counted = countedIn('de');

export const overview: Messages['overview'] = {
  about: (now, zone) => rich`Die letzten 24 Stunden, bis ${now} Uhr in ${zone}.`,
  none: 'Noch keine Integrationen',
  noneText: 'Hier erscheinen Anfragen und Probleme. Legen Sie eine Integration an, um Zugangsdaten zu erhalten.',
  unavailable: 'Die Zahlen sind zurzeit nicht verfügbar.',
  noRequests: 'Keine Anfragen in 24 Stunden',
  noRequestsText: 'Hier erscheinen die Anfragen, Stunde für Stunde.',
  rejected: 'Abgelehnt',
  rateLimited: 'Über dem Limit',
  serverErrors: 'Serverfehler',
  median: 'Median',
  percentile: '95. Perzentil',
  lost: 'Verloren',
  notRecorded: 'nicht aufgezeichnet',
  percent: (number) => `${number}\u00a0%`,
  requestsPerHour: 'Anfragen pro Stunde',
  hour: 'Stunde',
  availability: (share, requests, days) =>
    `Verfügbarkeit: ${share} von ${requests} Anfragen in ${days} Tagen wurden ohne Serverfehler beantwortet.`,
  attention: 'Zu erledigen',
  more: (count) => `${count} weitere.`,
  incomplete: 'Ein Teil davon ist zurzeit nicht verfügbar.',
  nobodyWaits: 'Nichts: Niemand wartet auf Sie.',
  allArrive:
    'Nichts: Webhooks kommen an, und keine Integration ist nahe an ihrem Limit, unbenutzt oder hat einen alten Schlüssel.',
  someArrive: (disabled) =>
    `Nichts: Webhooks kommen an (${counted(disabled, { one: '# ist', other: '# sind' })} ausgeschaltet), und keine Integration ist nahe an ihrem Limit, unbenutzt oder hat einen alten Schlüssel.`,
  noneArrive:
    'Nichts: Alle Webhooks sind ausgeschaltet, und keine Integration ist nahe an ihrem Limit, unbenutzt oder hat einen alten Schlüssel.',
  wasDisabled: (endpoint) => rich`${endpoint} wurde von jemandem ausgeschaltet und erhält keine Ereignisse`,
  closing: 'Schließung',
  closes: (at) =>
    rich`Die Einrichtung wird am ${at} geschlossen: Integrationen und Konsole funktionieren dann nicht mehr`,
  owner: 'Inhaber',
  staysOwner: (name, administrator) =>
    rich`${name} behält die Rolle Inhaber, obwohl der Anmeldedienst sie nicht mehr nennt: Sonst könnte sich kein ${administrator} mit dieser Rolle mehr anmelden`,
  administrator: 'Administrator',
  signIn: 'Anmeldung',
  nobodySignsIn: (register) => rich`Sobald diese Sitzung endet, kann sich niemand mehr anmelden: ${register}`,
  roles: 'Rollen',
  archivedMany: (sync, count) => rich`${sync} hat innerhalb einer Stunde ${count} Personen archiviert oder umbenannt`,
  isGone: (endpoint) => rich`${endpoint} meldet, dass es die Adresse nicht mehr gibt, und erhält keine Ereignisse`,
  failedLong: (endpoint) => rich`${endpoint} hat zu lange keine Ereignisse angenommen und erhält keine mehr`,
  acceptsNothing: (endpoint, since) => rich`${endpoint} hat seit ${since} keine Ereignisse angenommen`,
  overLimit: 'Limit überschritten',
  exceeded: (integration) => rich`${integration} hat mehr Anfragen gesendet, als erlaubt sind`,
  rejectedCount: (count) => `${count} abgelehnt`,
  inOneDay: (rejected) => rich`${rejected} in 24 Stunden`,
  nearLimit: 'Nahe am Limit',
  reached: (integration, reached, limit) =>
    rich`${integration} hat ${reached} von ${limit} Anfragen in der Minute erreicht`,
  inLastHour: 'in der letzten Stunde',
  oldSecret: 'Alter Schlüssel',
  secretUntil: (integration, until) => rich`${integration} hat einen alten Schlüssel, der bis ${until} gilt`,
  secretWithoutEnd: (integration) => rich`${integration} hat einen alten Schlüssel, der unbegrenzt gilt`,
  neverUsed: 'nie benutzt',
  used: (at) => rich`benutzt ${at}`,
  unused: 'Unbenutzt',
  neverRequested: (integration) => rich`${integration} hat noch nie eine Anfrage gesendet`,
  silent: (integration, days) => rich`${integration} hat seit ${days} Tagen keine Anfrage gesendet`,
  since: (day) => rich`seit ${day}`,
  retention: 'Aufbewahrung',
  hasNotRun: (retention, since) => rich`${retention}: seit ${since} nicht ausgeführt`,
  notErased: 'Nicht gelöscht',
  onHold: (person) => rich`${person} müsste wegen Ablaufs der Frist gelöscht werden, hat aber eine Löschsperre`,
  clockedIn: (person) => rich`${person} müsste wegen Ablaufs der Frist gelöscht werden, ist aber eingestempelt`,
  othersLeft: (count) =>
    counted(count, {
      one: '# weitere Person würde wegen Ablaufs der Frist gelöscht',
      other: '# weitere Personen würden wegen Ablaufs der Frist gelöscht',
    }),
  wasNotErased: (person) => rich`${person} wurde nicht gelöscht: Das Löschen war nicht möglich`,
  cameBack: (person) => rich`${person} wurde nicht gelöscht: Die Person wurde zurückgeholt`,
  wasAdministrator: (person) => rich`${person} wurde nicht gelöscht: Die Person war Administrator`,
  wasClockedIn: (person) => rich`${person} wurde nicht gelöscht: Die Person war eingestempelt`,
  wasOnHold: (person) => rich`${person} wurde nicht gelöscht: Die Person hatte eine Löschsperre`,
  workingTime: 'Arbeitszeit',
  findings: (count) => counted(count, { one: '# Hinweis', other: '# Hinweise' }),
  moreFindings: (count) => `Mehr als ${count} Hinweise`,
  openFindings: (findings, since, count) =>
    rich`${findings} zur Arbeitszeit seit Montag, ${since}, ${counted(count, { one: 'ist', other: 'sind' })} offen`,
  hours: 'Zeiten',
  hoursUnavailable: 'Die Zeiten sind zurzeit nicht verfügbar.',
  clockedInNow: 'jetzt eingestempelt',
  evenings: (count) => counted(count, { one: 'Abend zu korrigieren', other: 'Abende zu korrigieren' }),
  openSinceYesterday: 'seit gestern offen',
  arrivedLate: 'nach dem Abschluss eingegangen',
  willEnd: 'Wird eingestellt',
  stillUses: (integration, feature) => rich`${integration} benutzt noch ${feature}; das wird es nicht mehr geben`,
  stillUsesUntil: (integration, feature, end) =>
    rich`${integration} benutzt noch ${feature}; das gibt es ab dem ${end} nicht mehr`,
  requestsInOneDay: (count) => counted(count, { one: '# Anfrage in 24 Stunden', other: '# Anfragen in 24 Stunden' }),
};
