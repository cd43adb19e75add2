import { type Fragment, rich } from '../../rich.ts';

/** The stream of the audit to a SIEM. */
export const auditStream = {
  title: 'Audit stream',
  about:
    'Sends every audit record to your SIEM or log collector, including sign-ins and refused ones, at least once and in order. A record is sent two minutes after its change.',
  none: 'No stream',
  noneText: 'Send the audit to an HTTPS address, to Splunk, or to a collector of OpenTelemetry.',
  setUp: 'Set up stream',
  change: 'Change stream',
  theStream: 'the audit stream',
  kind: 'Format',
  kinds: {
    https: 'HTTPS (signed JSON)',
    splunk_hec: 'Splunk HTTP Event Collector',
    otlp_http: 'OpenTelemetry (OTLP/HTTP)',
  },
  addressHelp: 'Of a collector’s root, the path of Splunk or OTLP follows by itself.',
  secret: 'Token or secret',
  secretHelp:
    'Splunk: the token. OpenTelemetry: a bearer token, or a header such as X-Api-Key: abc. HTTPS: leave it empty, and Lyceum creates a signing secret and shows it once. It is stored encrypted and never shown again.',
  keepSecret: 'Leave it empty to keep the stored one, for the same format and host.',
  from: 'Send from',
  fromHelp:
    'Every record from the beginning of this day is sent, again if it was sent before. Leave it empty to go on where the stream is, or to begin now.',
  saved: 'The stream was saved.',
  signingSecret: 'Signing secret',
  copyNow: 'Copy the signing secret now',
  ifLost: 'If you lose it, type another one here.',
  open: 'Open stream',
  sending: 'Sending',
  failing: 'Failing',
  paused: 'Paused',
  sentUntil: 'Sent until',
  acceptedAt: 'Last accepted',
  lastAnswer: 'Last answer',
  notAccepted: '200, but the response says that records were not accepted',
  isPaused: (answer: Fragment) =>
    rich`The receiver has refused the records (${answer}), so nothing is sent. Nothing is lost: correct the token or the address, then resume the stream.`,
  isFailing: (since: Fragment) =>
    rich`The receiver has accepted nothing since ${since}. Lyceum tries again, at least once an hour, and loses nothing.`,
  resume: 'Send now',
  resumed: 'The stream goes on.',
  remove: 'Remove stream',
  removeQuestion: 'Remove the audit stream?',
  removeStops: 'Nothing more is sent, and the token or secret is deleted.',
  removeKeeps: 'The audit itself stays. A new stream can begin at any day.',
  removed: 'The stream was removed.',
};
