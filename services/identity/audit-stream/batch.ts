import { hash } from 'node:crypto';
import { type TrailRecord, trailObject } from '../../../platform/core/audit-trail.ts';
import { fromInstantText } from '../../../platform/core/instant.ts';
import type { OutgoingRequest } from '../../../platform/outbound/sender.ts';
import { signatureHeaders } from '../../../platform/outbound/sign.ts';
import { userAgentOf } from '../../../platform/outbound/user-agent.ts';
import { type StreamKind, sendingUrl } from '../domain/audit-stream.ts';

interface Stream {
  readonly institutionId: string;
  readonly kind: StreamKind;
  readonly url: string;
  readonly secret: string;
}

/** The first of some records whose JSON has about {@link BATCH_BYTES}: at least one. */
export function batchOf(records: readonly TrailRecord[]): readonly TrailRecord[] {
  let bytes = 0;
  const end = records.findIndex((each) => {
    bytes += Buffer.byteLength(JSON.stringify(trailObject(each)));
    return bytes > BATCH_BYTES;
  });
  return end < 0 ? records : records.slice(0, Math.max(1, end));
}

/** Splunk's collector takes a million by default, and OTLP has each record quoted, beside what names it. */
const BATCH_BYTES = 256 * 1024;

/** The request that sends records. Sent again, it has the same body. @param sentAt epoch milliseconds */
export function requestOf(stream: Stream, records: readonly TrailRecord[], sentAt: number): OutgoingRequest {
  const { body, headers } = WRITERS[stream.kind](stream, records, sentAt);
  const common = { 'content-type': 'application/json', 'user-agent': userAgentOf('Audit') };
  return { url: sendingUrl(stream.kind, stream.url), body, headers: { ...common, ...headers } };
}

type Writer = (stream: Stream, records: readonly TrailRecord[], sentAt: number) => Omit<OutgoingRequest, 'url'>;

const WRITERS: Readonly<Record<StreamKind, Writer>> = {
  https({ institutionId, secret }, records, sentAt) {
    const body = JSON.stringify({ type: 'audit.records', institutionId, records: records.map(trailObject) });
    const eventId = `audit_${hash('sha256', body, 'base64url').slice(0, 27)}`;
    return { body, headers: signatureHeaders({ eventId, sentAt, body }, [secret]) };
  },
  splunk_hec({ institutionId, secret }, records) {
    const events = records.map((each) =>
      JSON.stringify({
        time: fromInstantText(each.record.recordedAt) / 1_000,
        ...{ host: institutionId, source: 'lyceum', sourcetype: 'lyceum:audit', event: trailObject(each) },
      }),
    );
    return { body: events.join('\n'), headers: { authorization: `Splunk ${secret}` } };
  },
  otlp_http({ institutionId, secret }, records) {
    const resource = { attributes: attributesOf({ 'service.name': 'lyceum', 'lyceum.institution': institutionId }) };
    const scopeLogs = [{ scope: { name: 'lyceum.audit' }, logRecords: records.map(logRecord) }];
    const [, name = 'authorization', value = `Bearer ${secret}`] = HEADER.exec(secret) ?? [];
    const body = JSON.stringify({ resourceLogs: [{ resource, scopeLogs }] });
    return { body, headers: { [name.toLowerCase()]: value } };
  },
};

/** A header with its value, such as `Authorization: Bearer x`, in place of a token. */
const HEADER = /^([A-Za-z][A-Za-z0-9-]{0,63}): (\S.*)$/;

function logRecord(each: TrailRecord) {
  const { id, service, operation, outcome, requestId, actor, resource } = trailObject(each) as {
    readonly [name: string]: unknown;
    readonly actor: { readonly kind: string; readonly id: string | null };
    readonly resource: { readonly kind: string; readonly id: string };
  };
  const isRefused = outcome === 'refused';
  return {
    timeUnixNano: `${fromInstantText(each.record.recordedAt)}000000`,
    severityNumber: isRefused ? 13 : 9,
    severityText: isRefused ? 'WARN' : 'INFO',
    eventName: 'lyceum.audit',
    body: { stringValue: JSON.stringify(trailObject(each)) },
    attributes: attributesOf({
      ...{ 'log.record.uid': id, 'lyceum.service': service, 'lyceum.operation': operation, 'lyceum.outcome': outcome },
      ...{ 'lyceum.request_id': requestId, 'lyceum.actor.kind': actor.kind, 'lyceum.actor.id': actor.id ?? '' },
      ...{ 'lyceum.resource.kind': resource.kind, 'lyceum.resource.id': resource.id },
    }),
  };
}

function attributesOf(values: Readonly<Record<string, unknown>>) {
  return Object.entries(values).map(([key, value]) => ({ key, value: { stringValue: `${value}` } }));
}
