import type { Messages } from '../../en/console/index.ts';

function day(date: string): string {
  return date.split('-').toReversed().join('.');
}

function instant(at: string): string {
  return `${day(at.slice(0, 10))} ${at.slice(11, -6).replace('.', ',')} UTC${at.slice(-6)}`;
}

export const handOver: Messages['handOver'] = {
  title: (name) => `Daten von ${name}`,
  about: (institution, name, at, zone) =>
    `Was bei ${institution} über ${name} gespeichert ist. Stand: ${instant(at)}. Alle Zeiten gelten in der Zeitzone ${zone}.`,
  sections: 'Abschnitte',
  none: 'Nichts.',
  yes: 'ja',
  no: 'nein',
  parts: {
    person: { title: 'Person', about: '' },
    groups: { title: 'Gruppen', about: '' },
    appointments: {
      title: 'Termine',
      about:
        'Termine, die die Person organisiert oder zu denen sie eingeladen ist, auch wenn sie über eine Gruppe eingeladen ist.',
    },
    timeRecords: { title: 'Arbeitszeiten', about: '' },
    lateRecords: {
      title: 'Nachträge',
      about: 'Sie sind nach dem Abschluss ihres Monats eingetroffen und zählen nur, wenn jemand sie übernimmt.',
    },
    hours: {
      title: 'Stunden',
      about: 'Die Summen der Arbeitszeiten, für jeden Monat und insgesamt. Laufende Sitzungen sind nicht enthalten.',
    },
    findings: {
      title: 'Pausen und Ruhezeiten',
      about:
        'Begründungen zu Pausen, Ruhezeiten und Arbeitstagen, die gegen das Regelwerk verstoßen. Die Verstöße selbst werden aus den Arbeitszeiten berechnet.',
    },
    changes: {
      title: 'Änderungen',
      about:
        'Wer den Datensatz, die Termine und die Arbeitszeiten geändert hat und wie deren Zeiten vorher und nachher waren. Nur Integrationen sind mit Namen genannt.',
    },
    recipients: {
      title: 'Empfänger',
      about:
        'Integrationen, die Daten der Person abgefragt haben, mit ID, E-Mail oder Code oder über Listen von Personen, soweit ihre Anfragen noch aufbewahrt werden.',
    },
    webhookEndpoints: {
      title: 'Webhooks',
      about:
        'Server, an die Ereignisse über die Person gesendet wurden. Ein Ereignis enthält die ID und welche Felder sich geändert haben.',
    },
    calendarFeeds: {
      title: 'Kalender-Abos',
      about: 'Adressen, unter denen Kalenderprogramme die Termine der Person lesen.',
    },
    signIns: {
      title: 'Anmeldungen',
      about:
        'Anmeldungen an der Konsole. Von wo aus jemand angemeldet ist, wird nur bis zum Ende der Sitzung aufbewahrt.',
    },
    passkeys: { title: 'Passkeys', about: '' },
  },
  columns: {
    acknowledgedAt: 'Zur Kenntnis genommen',
    actor: 'Wer',
    address: 'Adresse',
    after: 'Nachher',
    autoClosed: 'Automatisch beendet',
    before: 'Vorher',
    change: 'Änderung',
    code: 'Code',
    correctedAt: 'Korrigiert',
    createdAt: 'Angelegt',
    date: 'Datum',
    email: 'E-Mail',
    end: 'Ende',
    events: 'Ereignisse',
    externalId: 'Externe ID',
    firstName: 'Vorname',
    from: 'Von',
    holdReason: 'Grund der Löschsperre',
    host: 'Server',
    id: 'ID',
    image: 'Bild',
    integration: 'Integration',
    isArchived: 'Archiviert',
    kind: 'Art',
    lastName: 'Nachname',
    lastReadAt: 'Zuletzt gelesen',
    lastUsedAt: 'Zuletzt benutzt',
    location: 'Ort',
    logs: 'Einträge',
    method: 'Womit',
    name: 'Name',
    note: 'Notiz',
    notes: 'Notizen',
    onlineAddress: 'Online-Adresse',
    operation: 'Vorgang',
    organizers: 'Organisiert von',
    participants: 'Teilnehmende',
    pauseMinutes: 'Minuten Pause',
    pauses: 'Pausen',
    pauseSeconds: 'Pause in Sekunden',
    period: 'Zeitraum',
    reason: 'Begründung',
    ref: 'Referenz',
    requests: 'Anfragen',
    role: 'Rolle',
    rule: 'Regel',
    source: 'Herkunft',
    start: 'Beginn',
    status: 'Status',
    time: 'Zeit',
    timestamps: 'Zeitstempel',
    title: 'Titel',
    to: 'Bis',
    type: 'Typ',
    updatedAt: 'Geändert',
    userAgent: 'Browser',
    what: 'Was',
    workedMinutes: 'Arbeitszeit in Minuten',
    workedSeconds: 'Arbeitszeit in Sekunden',
  },
  values: {
    actor: {
      administrator: 'Administrator',
      integration: 'Integration',
      operator: 'Betreiber',
      system: 'System',
    },
    change: { changed: 'geändert', created: 'angelegt', deleted: 'gelöscht', none: 'keine' },
    kind: { administrator: 'Administrator', appointment: 'Termin', time_record: 'Arbeitszeit', user: 'Person' },
    method: { link: 'Anmeldelink', openid: 'OpenID Connect', passkey: 'Passkey' },
    period: { month: 'Monat', total: 'insgesamt' },
    role: { invited: 'eingeladen', organizer: 'organisiert' },
    rule: {
      average_too_long: 'zu viel Arbeit im Durchschnitt der Wochen',
      break_too_short: 'zu kurze Pausen',
      day_too_long: 'zu viel Arbeit an einem Tag',
      rest_too_short: 'zu kurze Ruhezeit',
      stretch_too_long: 'zu lange Arbeit ohne Pause',
    },
    source: { api: 'Schnittstelle', bulk: 'Sammelübertragung', console: 'Konsole', session: 'Stempeln' },
    status: { closed: 'beendet', open: 'läuft', paused: 'in der Pause' },
    what: { 'may have received': 'hat möglicherweise erhalten', received: 'hat erhalten' },
  },
  day,
  instant,
};
