import { type TSchema, Type } from 'typebox';
import { toInstantText } from '../../services/chassis/instant.ts';
import type { CursorBinding } from '../cursor/cursor.ts';
import { parseLimit } from '../fields/fields.ts';
import { memberInQuery } from '../member/member-in-query.ts';
import { Problem } from '../problem/problem.ts';
import { compileValidator } from '../schema/validate.ts';
import type { ListEndpoint, Position } from './endpoint.ts';
import { compileSerialiser, listEnvelope, metaJson, pick } from './envelope.ts';
import { fieldsOf, JSON_TYPE } from './handle-read.ts';
import type { EndpointDeps, Handler } from './register-endpoint.ts';
import { badQuery, checkParams, checkQuery, queryValue } from './request-checks.ts';
import { actorOf, endpointCall } from './request-context.ts';

/** A list GET: member, limit, signed cursor, filters, `fields` (decisions 2, 10.1). */
export function handleList(endpoint: ListEndpoint, deps: EndpointDeps): Handler {
  const serialise = compileSerialiser(Type.Array(endpoint.item as TSchema));
  const known = Object.keys(endpoint.item.properties);
  const validateFilters = compileValidator(endpoint.filters);
  const position = endpoint.position as ((item: object) => Position) | undefined;
  return async (request, reply) => {
    const params = request.params as Record<string, string>;
    checkParams(params);
    const member = endpoint.member && memberInQuery(request);
    const limit = parseLimit(queryValue(request, 'limit'));
    if (typeof limit !== 'number') {
      throw badQuery([{ pointer: '/limit', code: 'invalid_value', message: 'must be an integer from 1 to 100' }]);
    }
    const filters = checkQuery(request, endpoint.filters, validateFilters);
    const fields = fieldsOf(request, known);
    const { institutionId, integrationId } = actorOf(request);
    const binding: CursorBinding = {
      institutionId,
      integrationId,
      operation: [endpoint.operationId, ...Object.values(params)].join(' '),
      // A member named otherwise is another filter.
      filters: member ? { ...filters, [member.identity.case]: member.identity.value } : filters,
    };
    const cursor = queryValue(request, 'cursor');
    const after = cursor === undefined ? undefined : deps.cursors.open(cursor, binding);
    if (after === null)
      throw new Problem(400, 'invalid_cursor', {
        detail: 'The cursor is not valid for this list. Begin again without one.',
      });

    const page = after ? { size: limit, after } : { size: limit };
    const { items, hasMore, end } = await endpoint.run({ ...endpointCall(request, deps), member, filters, page });
    const last = items.at(-1);
    const endsAt = position && last ? position(last) : end;
    const nextCursor = hasMore && endsAt ? deps.cursors.issue(endsAt, binding) : null;
    const whole = serialise(items);
    const shown = fields ? JSON.stringify((JSON.parse(whole) as object[]).map((item) => pick(item, fields))) : whole;
    return reply
      .type(JSON_TYPE)
      .send(listEnvelope(shown, { nextCursor, limit }, metaJson(request.id, toInstantText(deps.clock.now()))));
  };
}
