import { toInstantText } from '../../platform/core/instant.ts';
import { PAGE_BYTES } from '../../platform/core/paging.ts';
import { AnswerBody, compressed } from '../http/answer-body.ts';
import { Problem } from '../problem/problem.ts';
import { MAX_IDS } from '../schema/types.ts';
import { compileValidator, type Validate } from '../schema/validate.ts';
import type { CursorBinding } from './cursor.ts';
import type { ListEndpoint } from './endpoint.ts';
import type { Position } from './endpoint-call.ts';
import { endpointNeed } from './endpoint-need.ts';
import { compilePicker, compileSerialiser, JSON_TYPE, LIST_HEAD, listTail, metaJson } from './envelope.ts';
import { parseLimit } from './fields.ts';
import type { EndpointDeps, Handler } from './handler.ts';
import { memberInQuery } from './member-in-query.ts';
import { isNaming, memberIdOf } from './named-member.ts';
import { badQuery, checkParams, checkQuery, fieldsOf, queryValue, requireGrantOf } from './request-checks.ts';

/**
 * Handles a list GET: member, limit, signed cursor, filters, `fields`; a page ends early when it is large enough
 * (decisions 2, 10.1, 13.5).
 */
export function handleList(endpoint: ListEndpoint, deps: EndpointDeps): Handler {
  const serialise = compileSerialiser(endpoint.item);
  const pick = compilePicker(endpoint.item);
  const known = Object.keys(endpoint.item.properties);
  const validateFilters = compileValidator(endpoint.filters);
  const rules = (endpoint.rules ?? (() => [])) as Validate;
  const takesIds = 'ids' in endpoint.filters.properties;
  const listsChanges = 'updatedSince' in endpoint.filters.properties;
  const position = endpoint.position as ((item: object) => Position) | undefined;
  const need = endpointNeed(endpoint);
  return async (request, reply, own) => {
    const { params } = own;
    checkParams(params);
    const isNamed = endpoint.member === 'filter' ? isNaming(request.query as object) : endpoint.member === 'request';
    const named = isNamed ? memberInQuery(request) : undefined;
    const isByIds = takesIds && (request.query as { readonly ids?: unknown }).ids !== undefined;
    const limit = parseLimit(queryValue(request, 'limit'), isByIds ? MAX_IDS : undefined);
    if (typeof limit !== 'number') {
      throw badQuery([{ pointer: '/limit', code: 'invalid_value', message: 'must be an integer from 1 to 100' }]);
    }
    const filters = checkQuery(request, endpoint.filters, validateFilters, rules);
    const fields = fieldsOf(request, known);
    const { institutionId, integrationId } = own.tenant;
    const binding: CursorBinding = {
      institutionId,
      integrationId,
      operation: [endpoint.operationId, ...Object.values(params)].join(' '),
      filters: Object.fromEntries(Object.entries(filters).filter(([name]) => name !== endpoint.beginsWith)),
    };
    const cursor = queryValue(request, 'cursor');
    if (cursor !== undefined && endpoint.beginsWith !== undefined && endpoint.beginsWith in filters)
      throw badQuery([
        { pointer: `/${endpoint.beginsWith}`, code: 'invalid_value', message: 'cannot be sent with a cursor' },
      ]);
    const after = cursor === undefined ? undefined : deps.cursors.open(cursor, binding);
    if (after === null || (after && listsChanges && after.walk === undefined)) throw invalidCursor();
    requireGrantOf(own, need);

    const page = after ? { size: limit, after: { sort: after.sort, id: after.id } } : { size: limit };
    const wants = (name: string) => fields?.includes(name) ?? true;
    const memberId = named && (await memberIdOf(named, own.call));
    // By the id that the cursor will have. A name that no member has goes to the service, which refuses it along with
    // everything else that it refuses.
    const member = memberId === undefined ? named : { identity: { case: 'userId', value: memberId } as const };
    const found = await endpoint.run({ ...own, member, filters, page, wants });
    const { items, hasMore, ends, end: endOfPage } = found;
    // The name may belong to another member since the page before. Checked after the call, so that refusals of the
    // service, such as the one of an unknown name, come first.
    if (endpoint.member && after && after.walk !== memberId) throw invalidCursor();
    const nextUpdatedSince = listsChanges ? (after ? after.walk : found.nextUpdatedSince) : undefined;
    if (listsChanges && nextUpdatedSince === undefined) throw new Error('a list of changes has no nextUpdatedSince');
    const body = new AnswerBody(reply, deps);
    body.add(LIST_HEAD);
    let end: Position | undefined;
    let shown = 0;
    let isCut = false;
    for await (const item of items) {
      isCut = shown > 0 && body.bytes >= PAGE_BYTES;
      if (isCut) break;
      const json = fields ? pick(item, fields) : serialise(item);
      await body.add(shown === 0 ? json : `,${json}`);
      end = position ? position(item) : ends?.[shown];
      shown++;
    }
    if (endOfPage && !isCut) end = endOfPage;
    const isLast = !(hasMore || isCut);
    const lasts = endpoint.isEndless === true;
    const walk = named ? memberId : nextUpdatedSince;
    const nextCursor = end && (lasts || !isLast) ? deps.cursors.issue({ ...end, walk }, binding, { lasts }) : null;
    const meta = metaJson(request.id, toInstantText(deps.clock.now()), { nextUpdatedSince });
    body.add(listTail({ nextCursor, hasMore: !isLast, limit }, meta));
    const whole = body.end();
    reply.type(JSON_TYPE).send(typeof whole === 'string' ? compressed(request, reply, whole) : whole);
  };
}

function invalidCursor(): Problem {
  return new Problem(400, 'invalid_cursor', {
    detail: 'The cursor is not valid for this list. Begin again without one.',
  });
}
