import { type CalendarActor, calendarKinds, type IntegrationActor, type Operator } from '../../core/actor.ts';
import { isUuid } from '../../core/ids.ts';

/**
 * Who an identity says its bearer is: an integration with its institution, whoever has shown a calendar feed's token, or an operator, who names the
 * institution with each call.
 */
export type Identified = IntegrationActor | CalendarActor | (Operator & { readonly kind: 'operator' });

/** How identities are signed (RFC 8037). */
export const ALGORITHM = 'EdDSA';
/** What tells them from other signed tokens (RFC 8725, 3.11). */
export const TYPE = 'lyceum-identity+jwt';
export const ISSUER = 'lyceum';

/** What an identity says beside who issued it and until when it is valid. */
export function claimsOf(who: Identified): Record<string, unknown> {
  if (who.kind === 'operator') return { kind: who.kind, sub: who.id, name: who.name };
  if (who.kind === 'calendar') {
    const { kind, feedId, institutionId, calendar } = who;
    return { kind, sub: feedId, institution: institutionId, calendarOf: calendar.of, calendarId: calendar.id };
  }
  const { kind, integrationId, institutionId, createdBy } = who;
  return { kind, sub: integrationId, institution: institutionId, ...(createdBy === null ? {} : { createdBy }) };
}

/** The way back; null for claims that name nobody. */
export function readClaims(claims: Readonly<Record<string, unknown>>): Identified | null {
  const { kind, sub, institution, createdBy = null, name, calendarOf, calendarId: id } = claims;
  if (typeof sub !== 'string') return null;
  if (kind === 'operator') return typeof name === 'string' ? Object.freeze({ kind, id: sub, name }) : null;
  if (!isId(sub) || !isId(institution)) return null;
  if (kind === 'calendar') {
    const of = calendarKinds.find((each) => each === calendarOf);
    if (!of || !isId(id)) return null;
    return Object.freeze({ kind, institutionId: institution, feedId: sub, calendar: Object.freeze({ of, id }) });
  }
  if (kind !== 'integration') return null;
  if (createdBy !== null && !isId(createdBy)) return null;
  return Object.freeze({ kind, institutionId: institution, integrationId: sub, createdBy });
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && isUuid(value);
}
