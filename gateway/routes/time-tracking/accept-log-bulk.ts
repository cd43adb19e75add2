import { Refusal, type Violation } from '../../../platform/core/errors/refusal.ts';
import { mapInChunks } from '../../../platform/core/event-loop.ts';
import { resourceIn } from '../../../platform/core/json-resource.ts';
import { TimeRecordSchema } from '../../../proto/gen/lyceum/timetracking/v1/record_pb.ts';
import { memberInBody } from '../../endpoint/member-in-body.ts';
import { blankCodeFaults, identifiersOf, isNaming, type NamedMember } from '../../endpoint/named-member.ts';
import { BODY_FAULTY, checkBody, faultsOf, requireBody } from '../../endpoint/request-checks.ts';
import { isObject, type ReceivedBody } from '../../http/received-body.ts';
import { findBadText } from '../../http/well-formed.ts';
import { refusals, refuse } from '../../problem/refusals.ts';
import { LogCreate, type LogCreateBody, LogDraft, type LogDraftBody } from '../../schema/time-log.ts';
import { LogBulkFrame } from '../../schema/time-log-bulk.ts';
import { compileValidator, type Validate } from '../../schema/validate.ts';

/** A bulk in the form that its service accepts. */
interface AcceptedBulk {
  readonly member?: NamedMember;
  readonly items: Item[];
}

export interface Item {
  readonly member?: NamedMember;
  readonly content:
    | { readonly case: 'log'; readonly value: ReturnType<typeof logIn> }
    | { readonly case: 'fault'; readonly value: Fault };
}

interface Fault {
  readonly code: string;
  readonly message: string;
  readonly violations: Violation[];
}

/**
 * Checks the body of a bulk (decisions 10.8). A fault of the body as a whole rejects all of it: first the member, who
 * must be named by the body or by the items, not by both nor by neither (400), and a blank code (422), then text and
 * schema of everything but the items. An item with a fault of its own is sent with that fault, which is what the single
 * create would return, so that it fails separately. Long checking yields to other work.
 */
export async function acceptLogBulk({ value: body, mayHoldBadText }: ReceivedBody): Promise<AcceptedBulk> {
  const checks = mayHoldBadText ? checksWithText : checksOfShape;
  requireBody(body);
  const isNamedByBody = isObject(body) && isMemberOfAll(body);
  checkBody(body, checks.frame, 422);
  const { items, ...own } = body as { readonly items: readonly unknown[] };
  const acceptItem = isNamedByBody ? acceptOfBodysMember : acceptOfOwnMember;
  const accepted = withinBounds(await mapInChunks(items, (item) => acceptItem(item, checks)));
  return isNamedByBody ? { member: memberInBody(own), items: accepted } : { items: accepted };
}

/** Whether the body names the member of all items; false when each item names its own. */
function isMemberOfAll(body: Readonly<Record<string, unknown>>): boolean {
  const named = identifiersOf(body).length;
  const items = Array.isArray(body.items) ? body.items : [];
  const isNamedByItems = items.some((item) => isObject(item) && isNaming(item));
  if (named > 1 || (named === 1) === isNamedByItems) refuse('MEMBER_IDENTITY_INVALID');
  checkBody(body, [blankCodeFaults], 422);
  return named === 1;
}

interface Checks {
  /** For the body without its items. */
  readonly frame: readonly Validate[];
  /** For an item of the body's member. */
  readonly draft: readonly Validate[];
  /** For an item that names its own member. */
  readonly create: readonly Validate[];
}

const checksOfShape: Checks = {
  frame: [compileValidator(LogBulkFrame)],
  draft: [compileValidator(LogDraft)],
  create: [compileValidator(LogCreate)],
};

const checksWithText: Checks = {
  frame: [(body) => findBadText(isObject(body) ? { ...body, items: null } : body), ...checksOfShape.frame],
  draft: [findBadText, ...checksOfShape.draft],
  create: [findBadText, ...checksOfShape.create],
};

function acceptOfBodysMember(item: unknown, checks: Checks): Item {
  const violations = faultsOf(item, checks.draft);
  return violations.length > 0 ? faulty(violations) : draft(item as LogDraftBody);
}

/** Makes the checks of a single create, in their order. */
function acceptOfOwnMember(item: unknown, checks: Checks): Item {
  if (isObject(item) && identifiersOf(item).length !== 1) return fault(new Refusal(refusals.MEMBER_IDENTITY_INVALID));
  const blank = isObject(item) ? blankCodeFaults(item) : [];
  const violations = blank.length > 0 ? blank : faultsOf(item, checks.create);
  if (violations.length > 0) return faulty(violations);
  return { member: memberInBody(item as LogCreateBody), ...draft(item as LogCreateBody) };
}

function logIn(item: object) {
  return resourceIn(TimeRecordSchema, item);
}

function draft(item: LogDraftBody): Item {
  return { content: { case: 'log', value: logIn(item) } };
}

function faulty(violations: readonly Violation[]): Item {
  return fault({ code: 'REQUEST_INVALID', message: BODY_FAULTY, violations });
}

function fault({ code, message, violations }: Pick<Refusal, keyof Fault>): Item {
  return { content: { case: 'fault', value: { code, message, violations: [...violations] } } };
}

/**
 * Items with nothing but faults would make the answer, which is stored for replays, many times larger than the request.
 * Beyond a number of violations that no genuine request has, each item reports only its first one.
 */
function withinBounds(items: readonly Item[]): Item[] {
  let reported = 0;
  return items.map((item): Item => {
    if (item.content.case !== 'fault') return item;
    const { value } = item.content;
    const violations = reported < MAX_VIOLATIONS ? value.violations : value.violations.slice(0, 1);
    reported += violations.length;
    return { ...item, content: { case: 'fault', value: { ...value, violations } } };
  });
}

const MAX_VIOLATIONS = 5_000;
