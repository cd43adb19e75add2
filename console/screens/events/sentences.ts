import { ERASED_NAME } from '../../../platform/core/erased-person.ts';
import { isUuid } from '../../../platform/core/ids.ts';
import type { Event } from '../../../proto/gen/lyceum/webhooks/v1/event_pb.ts';
import { t } from '../../components/language.ts';
import type { OptionalCall } from '../../route/optional-call.ts';
import { targetsOf } from '../calendar-feeds/targets.ts';

/** What an event is about. */
export interface About {
  readonly type: string;
  readonly resource?:
    | { readonly type: string; readonly id: string; readonly path?: string | null | undefined }
    | undefined;
}

/** Names of people, courses and rooms by id. */
export type Names = (id: string | undefined) => string | undefined;

/** Reads the names of what a page of events is about, a call for each kind, of the services that answer. */
export async function namesIn(call: OptionalCall, events: readonly About[]): Promise<Names> {
  const targets = await targetsOf(
    call,
    events.flatMap((each) => {
      const named = namedBy(each);
      return named ? [{ $typeName: 'lyceum.identity.v1.FeedCalendar' as const, target: named }] : [];
    }),
  );
  return (id) => {
    const name = targets.get(id ?? '')?.name;
    return name === ERASED_NAME ? t.events.erased : name;
  };
}

/** The record that has a name: of time tracking, the person whose hours they are, whom the path to them names. */
export function namedBy({ resource }: About) {
  if (!resource) return undefined;
  const [, userId] = /[?&]userId=([0-9a-f-]{36})/.exec(resource.path ?? '') ?? [];
  // A request may name anything.
  if (isUuid(userId ?? '')) return { case: 'userId' as const, value: userId ?? '' };
  const of = CASES[resource.type];
  return of && isUuid(resource.id) ? { case: of, value: resource.id } : undefined;
}

const CASES: Readonly<Record<string, 'userId' | 'courseId' | 'roomId'>> = {
  user: 'userId',
  course: 'courseId',
  room: 'roomId',
};

/** An event in a sentence, as far as names are known: “Chidi Petrov clocked in”. */
export function sentenceOf(event: About, names: Names): string {
  const told: Readonly<Record<string, (name?: string) => string>> = t.events.told;
  return capital(told[event.type]?.(names(namedBy(event)?.value)) ?? t.events.other(event.type));
}

/** Events that one sentence tells: of one request, one person and one change. */
export interface ToldEvents {
  readonly sentence: string;
  /** At least one. */
  readonly events: readonly [Event, ...Event[]];
}

/** Events, with equal ones of one request as one. Of two people there are always two, also where names are equal. */
export function toldEvents(events: readonly Event[], names: Names): ToldEvents[] {
  const several: Readonly<Record<string, (count: number, who?: string) => string>> = t.events.several;
  const keyed = events.map((event) => {
    const { id, type, requestId, actorId, changed } = event;
    const of = namedBy(event)?.value;
    const isEqual = type in several && of !== undefined && requestId !== undefined;
    return { event, key: JSON.stringify(isEqual ? [type, of, requestId, actorId, changed] : id) };
  });
  return [...Map.groupBy(keyed, ({ key }) => key).values()].flatMap((equal) => {
    const [first, ...others] = equal.map(({ event }) => event);
    if (!first) return [];
    const ofAll = others.length > 0 && several[first.type]?.(equal.length, names(namedBy(first)?.value));
    const sentence = ofAll || sentenceOf(first, names);
    return { sentence, events: [first, ...others] };
  });
}

function capital(sentence: string): string {
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`;
}
