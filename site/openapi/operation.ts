import { deprecationPage } from '../../gateway/endpoint/deprecation.ts';
import { DRY_RUNS, hasDryRun } from '../../gateway/endpoint/dry-run.ts';
import {
  type DocumentEndpoint,
  type Endpoint,
  isPublic,
  type ListEndpoint,
  type ReadEndpoint,
  type WriteEndpoint,
} from '../../gateway/endpoint/endpoint.ts';
import { endpointNeed } from '../../gateway/endpoint/endpoint-need.ts';
import { deprecated } from '../../gateway/schema/deprecation.ts';
import { RoomOverlap, roomOverlapExample } from '../../gateway/schema/room-overlap.ts';
import { fromInstantText, toInstantText } from '../../platform/core/instant.ts';
import type { Components } from './components.ts';
import { headersOf } from './headers.ts';
import { linksOf } from './links.ts';
import {
  changesMetaExample,
  changesMetaSchema,
  feedPaginationExample,
  feedPaginationSchema,
  metaExample,
  metaSchema,
  paginationExample,
  paginationSchema,
} from './meta.ts';
import { parametersOf } from './parameters.ts';
import { problemResponsesOf } from './problem-responses.ts';
import { statusesOf } from './statuses.ts';

/** An operation of the document, built from its declaration and from those of the operations it links to. */
export function operationOf(endpoint: Endpoint, endpoints: readonly Endpoint[], components: Components): object {
  const statuses = statusesOf(endpoint);
  const { area } = endpointNeed(endpoint);
  const problems = problemResponsesOf(endpoint, statuses, components);
  const links = linksOf(endpoint, endpoints);
  const linked = Object.keys(links).length > 0 ? { links } : {};
  const responses = statuses.map((status) => [
    String(status),
    status >= 400
      ? problems.get(status)
      : { ...successOf(endpoint, status, components), ...(status < 300 ? linked : {}) },
  ]);
  return {
    operationId: endpoint.operationId,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    ...descriptionOf(endpoint),
    ...(endpoint.deprecation ? deprecated(endpoint.deprecation) : {}),
    parameters: parametersOf(endpoint, components),
    ...(endpoint.kind === 'write' && endpoint.body ? { requestBody: requestBodyOf(endpoint, components) } : {}),
    responses: Object.fromEntries(responses),
    // The path is the credential, and OpenAPI has no security scheme for a path.
    ...(isPublic(endpoint) ? { security: [] } : {}),
    ...(endpoint.isExtension ? { 'x-extension': true } : {}),
    ...(area === null ? {} : { 'x-area': area }),
    ...(hasDryRun(endpoint) ? { 'x-dry-run': `${DRY_RUNS}${endpoint.path}` } : {}),
  };
}

/** What an operation does, when and why it ends, and how to try it. */
function descriptionOf(endpoint: Endpoint): { description?: string } {
  const parts = [deprecationOf(endpoint), endpoint.description, dryRunOf(endpoint)];
  const given = parts.filter((part) => part !== undefined);
  return given.length === 0 ? {} : { description: given.join('\n\n') };
}

function dryRunOf(endpoint: Endpoint): string | undefined {
  if (!hasDryRun(endpoint)) return undefined;
  return `[Dry run](/docs/guides/try-before-you-write): \`${endpoint.method} ${DRY_RUNS}${endpoint.path}\`.`;
}

function deprecationOf({ deprecation }: Endpoint): string | undefined {
  if (!deprecation) return undefined;
  const { since, sunset } = deprecation;
  const end = sunset === undefined ? '' : `, and ends on ${dayOf(sunset)}`;
  return `Deprecated since ${dayOf(since)}${end}: [what to use instead](${deprecationPage(deprecation)}). Its responses have the headers \`Deprecation\`, \`Sunset\` and \`Link\`.`;
}

function dayOf(instant: string): string {
  return toInstantText(fromInstantText(instant)).slice(0, 'yyyy-mm-dd'.length);
}

function requestBodyOf({ body, bodyExample }: WriteEndpoint, components: Components): object {
  const schema = body && components.schema(body);
  return { required: true, content: { 'application/json': { schema, example: bodyExample } } };
}

function successOf(endpoint: Endpoint, status: number, components: Components): object {
  if (status === 304) {
    const description = 'Not modified: `If-None-Match` has the current ETag.';
    if (endpoint.kind === 'document') return { description, headers: documentHeaders(endpoint, components) };
    const headers = headersOf(components, ['rate limit', 'ETag', 'Ignored-Parameters']);
    return components.share('responses', '304-notModified', { description, headers });
  }
  switch (endpoint.kind) {
    case 'list':
      return pageOf(endpoint, components);
    case 'document':
      return documentOf(endpoint, components);
    default:
      return resourceOf(endpoint, components);
  }
}

function documentHeaders(endpoint: DocumentEndpoint, components: Components): object {
  return headersOf(components, isPublic(endpoint) ? ['ETag'] : ['rate limit', 'ETag']);
}

function documentOf(endpoint: DocumentEndpoint, components: Components): object {
  const { mediaType, example } = endpoint;
  return {
    description: 'The document, in UTF-8.',
    headers: documentHeaders(endpoint, components),
    content: { [mediaType]: { schema: { type: 'string' }, example } },
  };
}

function resourceOf(endpoint: ReadEndpoint | WriteEndpoint, components: Components): object {
  const { data } = endpoint;
  const etag = endpoint.kind === 'write' && endpoint.hasEtag === false ? [] : (['ETag'] as const);
  if (!data) {
    return {
      description: 'Success, without a body.',
      headers: headersOf(components, ['rate limit', 'Idempotency-Replayed']),
    };
  }
  return {
    description: endpoint.kind === 'read' ? 'The resource.' : 'The resource after the change.',
    headers: headersOf(components, [
      'rate limit',
      ...etag,
      endpoint.kind === 'read' ? 'Ignored-Parameters' : 'Idempotency-Replayed',
    ]),
    content: contentOf(endpoint, { data: components.schema(data) }, components),
  };
}

function contentOf(endpoint: ReadEndpoint | WriteEndpoint, properties: { data: unknown }, components: Components) {
  const example = { data: endpoint.example };
  if (endpoint.kind === 'write')
    return envelope(properties, example, components, endpoint.hasOverlaps ? appointmentMeta(components) : META);
  const content = envelope(properties, example, components);
  return endpoint.mayBeNull ? orNull(content) : content;
}

/** For resources that may be absent: the envelope, or `{ "data": null }`. */
function orNull(content: ReturnType<typeof envelope>) {
  const { schema, example } = content['application/json'];
  const nothing = {
    type: 'object',
    required: ['data'],
    properties: { data: { type: 'null' } },
    additionalProperties: false,
  };
  return {
    'application/json': {
      schema: { anyOf: [schema, nothing] },
      examples: { resource: { value: example }, nothing: { value: { data: null } } },
    },
  };
}

function pageOf({ item, example, isEndless, filters }: ListEndpoint, components: Components): object {
  const meta = 'updatedSince' in filters.properties ? CHANGES_META : META;
  return {
    description: 'A page of the list.',
    headers: headersOf(components, ['rate limit', 'Ignored-Parameters']),
    content: envelope(
      {
        data: { type: 'array', items: components.schema(item) },
        pagination: isEndless
          ? components.share('schemas', 'FeedPagination', feedPaginationSchema)
          : components.share('schemas', 'Pagination', paginationSchema),
      },
      { data: [example], pagination: isEndless ? feedPaginationExample : paginationExample },
      components,
      meta,
    ),
  };
}

/** `meta` of answers of a kind. */
interface Meta {
  readonly name: string;
  readonly schema: object;
  readonly example: object;
}

/** The envelope around properties and their example. */
function envelope(properties: Record<string, unknown>, example: object, components: Components, meta = META) {
  const all = { ...properties, meta: components.share('schemas', meta.name, meta.schema) };
  return {
    'application/json': {
      schema: { type: 'object', required: Object.keys(all), properties: all },
      example: { ...example, meta: meta.example },
    },
  };
}

/** Of answers to the writes of an appointment. */
function appointmentMeta(components: Components): Meta {
  const overlaps = {
    type: 'array',
    maxItems: 10,
    items: components.schema(RoomOverlap),
    description:
      'Bookings of the same rooms that overlap this appointment: the first ten by `dateTime`. Empty if the rooms are free, or the appointment has none. A replay has those of the first response, or none if an earlier release has stored it.',
  };
  return {
    name: 'AppointmentMeta',
    schema: { ...metaSchema, properties: { ...metaSchema.properties, overlaps } },
    example: { ...metaExample, overlaps: [roomOverlapExample] },
  };
}

const META: Meta = { name: 'Meta', schema: metaSchema, example: metaExample };
const CHANGES_META: Meta = { name: 'ChangesMeta', schema: changesMetaSchema, example: changesMetaExample };
