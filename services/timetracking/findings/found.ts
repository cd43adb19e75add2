import { createHash } from 'node:crypto';
import { create } from '@bufbuild/protobuf';
import { lowerCaseTexts } from '../../../platform/core/enum-texts.ts';
import {
  type Finding as FindingMessage,
  FindingSchema,
  FindingSeverity,
} from '../../../proto/gen/lyceum/timetracking/v1/finding_pb.ts';
import { type Finding, ruleNames } from '../domain/working-time/finding.ts';
import { findingId } from '../domain/working-time/finding-id.ts';
import type { Acknowledgement } from '../store/finding-acknowledgements.ts';

/** A finding of a person. */
export interface Found extends Finding {
  readonly userId: string;
  readonly id: string;
  /** Its place among all findings, as a text. */
  readonly place: string;
  /** Only of a finding that is as it was acknowledged. */
  readonly acknowledged?: Acknowledgement;
}

/** The finding of a person, before it is known whether it was acknowledged. */
export function foundOf(finding: Finding, userId: string): Found {
  const id = findingId(finding, userId);
  return { ...finding, userId, id, place: `${sortOf({ ...finding, userId })} ${id}` };
}

/** The part of a place before the id. */
export function sortOf({ date, userId, rule }: Pick<Found, 'date' | 'userId' | 'rule'>): string {
  return `${date} ${userId} ${rule}`;
}

/**
 * Differs as soon as the finding does, or the times of its records: a finding that was acknowledged is open again. A
 * note of a record is no part of it.
 */
export function revisionOf({ ruleSet, actual, limit, records }: Finding): string {
  const times = records.map(({ id, start, end, pauses }) => [
    id,
    start,
    end,
    ...pauses.flatMap((p) => [p.start, p.end]),
  ]);
  const text = JSON.stringify([ruleSet, actual, limit, times]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

const severities = lowerCaseTexts(FindingSeverity);

/** The message of a finding. */
export function findingMessage(found: Found): FindingMessage {
  const { rule, severity, records, acknowledged, actual, limit, id, ruleSet, paragraph, date, userId, isUnsure } =
    found;
  return create(FindingSchema, {
    ...{ id, ruleSet, paragraph, date, userId, isUnsure },
    rule: ruleNames.from(rule),
    severity: severities.from(severity),
    minutes: { actual, limit },
    timeRecordIds: records.map((record) => record.id),
    ...(acknowledged && {
      acknowledged: {
        at: acknowledged.createdAt,
        byUserId: acknowledged.acknowledgedBy,
        reason: acknowledged.reason,
      },
    }),
    revision: revisionOf(found),
  });
}
