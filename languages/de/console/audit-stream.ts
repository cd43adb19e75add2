import type { Messages } from '../../en/console/index.ts';
import { rich } from '../../rich.ts';

export const auditStream: Messages['auditStream'] = {
  title: 'Protokoll weiterleiten',
  about:
    'Sendet jeden Eintrag des Protokolls an Ihr SIEM oder Ihren Logsammler, auch Anmeldungen und abgelehnte Anmeldungen, mindestens einmal und in der richtigen Reihenfolge. Ein Eintrag wird zwei Minuten nach der Änderung gesendet.',
  none: 'Noch nicht eingerichtet',
  noneText: 'Senden Sie das Protokoll an eine HTTPS-Adresse, an Splunk oder an einen Sammler von OpenTelemetry.',
  setUp: 'Weiterleitung einrichten',
  change: 'Weiterleitung ändern',
  theStream: 'die Weiterleitung des Protokolls',
  kind: 'Format',
  kinds: {
    https: 'HTTPS (signiertes JSON)',
    splunk_hec: 'Splunk HTTP Event Collector',
    otlp_http: 'OpenTelemetry (OTLP/HTTP)',
  },
  addressHelp: 'Ist es die Adresse des Sammlers ohne Pfad, ergänzt Lyceum den Pfad von Splunk oder OTLP.',
  secret: 'Token oder Schlüssel',
  secretHelp:
    'Splunk: das Token. OpenTelemetry: ein Bearer-Token oder eine Kopfzeile wie X-Api-Key: abc. HTTPS: Lassen Sie das Feld leer, dann erstellt Lyceum einen Signaturschlüssel und zeigt ihn einmal. Wird verschlüsselt gespeichert und nie wieder angezeigt.',
  keepSecret:
    'Lassen Sie das Feld leer, um den gespeicherten Wert für dasselbe Format und denselben Server zu behalten.',
  from: 'Senden ab',
  fromHelp:
    'Alle Einträge ab dem Beginn dieses Tages werden gesendet, auch wenn sie schon gesendet wurden. Lassen Sie das Feld leer, um dort weiterzumachen, wo die Weiterleitung steht, oder jetzt zu beginnen.',
  saved: 'Die Weiterleitung wurde gespeichert.',
  signingSecret: 'Signaturschlüssel',
  copyNow: 'Kopieren Sie den Signaturschlüssel jetzt',
  ifLost: 'Wenn Sie ihn verlieren, geben Sie hier einen anderen ein.',
  open: 'Weiterleitung öffnen',
  sending: 'Sendet',
  failing: 'Fehler',
  paused: 'Angehalten',
  sentUntil: 'Gesendet bis',
  acceptedAt: 'Zuletzt angenommen',
  lastAnswer: 'Letzte Antwort',
  notAccepted: '200, aber laut Antwort wurden Einträge nicht angenommen',
  isPaused: (answer) =>
    rich`Der Empfänger hat die Einträge abgelehnt (${answer}), deshalb wird nichts gesendet. Nichts geht verloren: Berichtigen Sie das Token oder die Adresse, und senden Sie dann weiter.`,
  isFailing: (since) =>
    rich`Der Empfänger hat seit ${since} nichts angenommen. Lyceum versucht es mindestens einmal in der Stunde noch einmal, und nichts geht verloren.`,
  resume: 'Jetzt senden',
  resumed: 'Die Weiterleitung läuft weiter.',
  remove: 'Weiterleitung entfernen',
  removeQuestion: 'Weiterleitung des Protokolls entfernen?',
  removeStops: 'Es wird nichts mehr gesendet, und das Token oder der Schlüssel wird gelöscht.',
  removeKeeps: 'Das Protokoll selbst bleibt. Eine neue Weiterleitung kann an jedem Tag beginnen.',
  removed: 'Die Weiterleitung wurde entfernt.',
};
