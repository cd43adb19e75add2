import type { TObject } from 'typebox';
import { allowanceSpent, institutionMoved, noSuchFeed } from '../../gateway/admission/admission-problems.ts';
import { DEFAULT_BYTES_PER_DAY } from '../../gateway/admission/write-allowance.ts';
import { type Endpoint, isPublic, type WriteEndpoint } from '../../gateway/endpoint/endpoint.ts';
import { endpointNeed } from '../../gateway/endpoint/endpoint-need.ts';
import { QUERY_FAULTY } from '../../gateway/endpoint/member-in-query.ts';
import { BODY_FAULTY, badQuery } from '../../gateway/endpoint/request-checks.ts';
import { tooManyValues } from '../../gateway/http/received-body.ts';
import { Problem, type ProblemCode } from '../../gateway/problem/problem.ts';
import { problemCodes } from '../../gateway/problem/problem-codes.ts';
import { bodyFault, problemOf } from '../../gateway/problem/problems.ts';
import { refusals } from '../../gateway/problem/refusals.ts';
import type { PlatformCode, RefusalKind } from '../../platform/core/errors/catalogue.ts';
import { Refusal, type Violation } from '../../platform/core/errors/refusal.ts';
import { areaRefusal, type Need } from '../../platform/core/grant.ts';

/** A problem that an operation can answer with, under a name that is unique for its status. */
export interface ProblemExample {
  readonly name: string;
  readonly problem: Problem;
  /** Whether it names something specific to this operation, so that no other operation shares it. */
  readonly isOwn?: boolean;
}

/** The problems of an operation, at least one for each error status that it can answer, the most likely first. */
export function problemExamplesOf(endpoint: Endpoint, statuses: readonly number[]): ProblemExample[] {
  const examples = [
    ...(endpoint.kind === 'write' ? ofWrite(endpoint) : []),
    ...(endpoint.kind === 'list' ? ofList : []),
    ...(endpoint.kind === 'list' || endpoint.kind === 'read' ? [unknownField] : []),
    ...(isPublic(endpoint)
      ? [{ name: 'unknown', problem: noSuchFeed() }]
      : endpoint.path.includes('{')
        ? ofPathId
        : []),
    ...(endpoint.member ? ofMember(endpoint) : []),
    ...(endpoint.refusals ?? []).map(ofRefusal),
    ...ofGrant(endpointNeed(endpoint)),
    ...(endpoint.errors ?? []).flatMap((status) => BY_STATUS.get(status) ?? []),
  ];
  for (const status of statuses) {
    if (status >= 400 && !examples.some(({ problem }) => problem.status === status)) {
      examples.push(...(BY_STATUS.get(status) ?? []));
    }
  }
  return examples;
}

/** A problem whose detail is the meaning of its code. */
function plain(status: number, code: ProblemCode, headers: Record<string, string> = {}): Problem {
  return new Problem(status, code, { detail: problemCodes[code].meaning, headers });
}

function refused(kind: PlatformCode | RefusalKind): Problem {
  return problemOf(new Refusal(kind), 422);
}

const tooManyRequests = plain(429, 'rate_limit_exceeded', { 'retry-after': '12' });

const BY_STATUS = new Map<number, readonly ProblemExample[]>([
  [400, [{ name: 'malformed', problem: new Problem(400, 'bad_request', { detail: 'The request is malformed.' }) }]],
  [
    401,
    [
      {
        name: 'unauthorized',
        problem: plain(401, 'unauthorized', { 'www-authenticate': 'Basic realm="api", charset="UTF-8"' }),
      },
    ],
  ],
  [403, [{ name: 'forbidden', problem: plain(403, 'forbidden') }]],
  [404, [{ name: 'notFound', problem: plain(404, 'resource_not_found') }]],
  [
    409,
    [
      {
        name: 'conflict',
        problem: new Problem(409, 'conflict', { detail: 'The request conflicts with the current state.' }),
      },
    ],
  ],
  [
    412,
    [
      {
        name: 'anotherTag',
        problem: new Problem(412, 'precondition_failed', {
          detail: 'The resource has another ETag than If-Match names.',
        }),
      },
    ],
  ],
  [
    413,
    [
      { name: 'tooLarge', problem: new Problem(413, 'bad_request', { detail: 'The body is larger than 256 KiB.' }) },
      { name: 'tooManyValues', problem: tooManyValues() },
    ],
  ],
  [
    415,
    [{ name: 'notJson', problem: new Problem(415, 'bad_request', { detail: 'The body must be application/json.' }) }],
  ],
  [
    421,
    [{ name: 'institutionMoved', problem: institutionMoved('https://b.example', 'https://b.example/api/v4/users') }],
  ],
  [422, [{ name: 'invalid', problem: plain(422, 'validation_failed') }]],
  [429, [{ name: 'tooMany', problem: tooManyRequests }]],
  [500, [{ name: 'internal', problem: refused('INTERNAL') }]],
  [503, [{ name: 'unavailable', problem: refused('DEPENDENCY_UNAVAILABLE') }]],
]);

const unknownField: ProblemExample = {
  name: 'unknownField',
  problem: badQuery([
    { pointer: '/fields', code: 'invalid_value', message: 'has the unknown or empty name "nickname"' },
  ]),
};

const ofList: readonly ProblemExample[] = [
  {
    name: 'invalidCursor',
    problem: new Problem(400, 'invalid_cursor', {
      detail: 'The cursor is not valid for this list. Begin again without one.',
    }),
  },
  {
    name: 'invalidLimit',
    problem: badQuery([{ pointer: '/limit', code: 'invalid_value', message: 'must be an integer from 1 to 100' }]),
  },
];

const ofPathId: readonly ProblemExample[] = [
  {
    name: 'invalidId',
    problem: new Problem(422, 'validation_failed', {
      detail: 'The path has an invalid id.',
      violations: [
        {
          pointer: '/id',
          code: 'invalid_string',
          message: 'must be 1 to 64 characters of A-Z, a-z, 0-9, _ and -',
        },
      ],
    }),
  },
];

function ofMember({ kind }: Endpoint): ProblemExample[] {
  return [
    { name: 'memberNotNamed', problem: refused(refusals.MEMBER_IDENTITY_INVALID) },
    {
      name: 'blankCode',
      problem: new Problem(422, 'validation_failed', {
        detail: kind === 'write' ? BODY_FAULTY : QUERY_FAULTY,
        violations: [{ pointer: '/code', code: 'invalid_string', message: 'must not consist of white space only' }],
      }),
    },
    { name: 'memberNotFound', problem: refused(refusals.MEMBER_NOT_FOUND) },
  ];
}

/** What is refused to an integration that may only read, or not use the area. */
function ofGrant({ area, writes }: Need): ProblemExample[] {
  if (area === null) return [];
  const outside: ProblemExample = { name: 'areaNotGranted', problem: problemOf(areaRefusal(area), 422), isOwn: true };
  return writes ? [{ name: 'integrationReadOnly', problem: refused('INTEGRATION_READ_ONLY') }, outside] : [outside];
}

/** Named after its code: `sessionNotOpen`. */
function ofRefusal(refusal: Refusal): ProblemExample {
  const name = refusal.code.toLowerCase().replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return { name, problem: problemOf(refusal, 422) };
}

function ofWrite({
  body,
  bodyFaultStatus,
  unknownReference,
  idempotencyKey,
  ifMatch,
}: WriteEndpoint): ProblemExample[] {
  const examples: ProblemExample[] = [];
  if (body) {
    const { status, code } = bodyFault(bodyFaultStatus);
    const details = { detail: BODY_FAULTY, violations: [bodyViolation(body)] };
    examples.push(
      { name: 'invalidBody', problem: new Problem(status, code, details), isOwn: true },
      ...(unknownReference ? [ofUnknownReference(unknownReference, bodyFaultStatus)] : []),
      { name: 'notParsed', problem: new Problem(400, 'bad_request', { detail: 'The body is not JSON in UTF-8.' }) },
    );
  }
  examples.push(
    { name: 'tooMany', problem: tooManyRequests },
    { name: 'writesSpent', problem: allowanceSpent({ bytesPerDay: DEFAULT_BYTES_PER_DAY, isOfDryRuns: false }, 3600) },
  );
  const [name, detail] = idempotencyKey
    ? ['missingKey', 'The header Idempotency-Key is required.']
    : ['emptyKey', 'The header Idempotency-Key must not be empty.'];
  examples.push(
    { name, problem: new Problem(400, 'bad_request', { detail }) },
    { name: 'keyInFlight', problem: refused('KEY_IN_FLIGHT') },
    { name: 'keyReused', problem: refused('KEY_REUSED') },
    { name: 'unavailable', problem: refused('DEPENDENCY_UNAVAILABLE') },
    { name: 'institutionFrozen', problem: problemOf(frozen, 422) },
  );
  if (ifMatch) examples.push({ name: 'stale', problem: refused('REVISION_STALE') });
  if (ifMatch === 'required') examples.push({ name: 'missingIfMatch', problem: refused('REVISION_REQUIRED') });
  return examples;
}

const frozen = new Refusal('INSTITUTION_FROZEN', { extensions: { retryAfterSeconds: 60 } });

function ofUnknownReference(at: Pick<Violation, 'pointer' | 'message'>, status: 400 | 422): ProblemExample {
  const refusal = new Refusal('REQUEST_INVALID', { violations: [{ ...at, code: 'invalid_reference' }] });
  return { name: 'unknownReference', problem: problemOf(refusal, status), isOwn: true };
}

/** A violation that a body of this schema can have: its first required field is missing, or it has an unknown field. */
function bodyViolation(body: TObject): Violation {
  const [name] = body.required ?? [];
  return name === undefined
    ? { pointer: '/nickname', code: 'unknown_field', message: 'is not a field of this request' }
    : { pointer: `/${name}`, code: 'required', message: 'is required' };
}
