import { Refusal } from '../../../platform/core/errors/refusal.ts';
import { DAY_MS, toInstantText } from '../../../platform/core/instant.ts';
import {
  ErasureObstacle,
  ErasureService,
  type GetErasureResponse,
} from '../../../proto/gen/lyceum/directory/v1/erasure_pb.ts';
import type { User } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { confirmation } from '../../components/confirmation.ts';
import { faultSummary, heading, link, linkButton, postButton, section } from '../../components/elements.ts';
import { CONFIRMED, type FormState, form } from '../../components/form.ts';
import { type Fragment, type Html, html } from '../../components/html.ts';
import { t } from '../../components/language.ts';
import type { Page } from '../../components/page.ts';
import { sentenceOf } from '../../components/refusals.ts';
import { dateTime, type Present } from '../../components/time.ts';
import { type Redirect, type SessionVisit, screen } from '../../route/screen.ts';
import { clockings } from './clockings.ts';
import { planSections } from './erasure-plan.ts';
import { changedPerson, pathOf } from './person-of.ts';

const WITH_HOURS = 'withHours';

/** The plan of an erasure, and its two steps. */
export const erasePerson = screen({
  path: '/people/{id}/erase',
  success: () => t.peopleErasure.planned,
  async view(visit, state) {
    const { user } = await changedPerson.read(visit);
    const known = await visit.call(ErasureService.method.getErasure, { userId: user.id, withObstacles: true });
    const isPlanned = known.erasure !== undefined && user.erasedAt === undefined;
    return isPlanned ? { to: pathOf(user) } : planPage(visit, user, { state, known });
  },
  async submit(visit) {
    const { call, send, values, fresh } = visit;
    const { user } = await changedPerson.read(visit);
    const known = await call(ErasureService.method.getErasure, { userId: user.id, withObstacles: true });
    const refused = async (state: FormState) => ({ ...(await planPage(visit, user, { state, known })), status: 409 });
    if (user.erasedAt !== undefined || known.obstacles.length > 0) return refused(fresh);
    const withHours = values[WITH_HOURS] === '1';
    if (!(CONFIRMED in values)) return confirmPage(visit, user, { withHours, state: fresh, known });
    try {
      await send(ErasureService.method.planErasure, { userId: user.id, withHours });
      return { to: pathOf(user) };
    } catch (error) {
      if (!(error instanceof Refusal && OBSTACLES.has(error.code))) throw error;
      return refused({ ...fresh, fault: sentenceOf(error.message) });
    }
  },
});

/** Takes a planned erasure back, from the page of the person. */
export const takeBackErasure = screen({
  path: '/people/{id}/take-back',
  success: () => t.peopleErasure.takenBack,
  async submit({ send, params: { id = '' } }): Promise<Redirect> {
    await send(ErasureService.method.takeBackErasure, { userId: id });
    return { to: pathOf({ id }) };
  },
});

/** The erasure of a person who is erased, or will be. */
export async function erasureSection({ call, present }: Pick<SessionVisit, 'call' | 'present'>, user: User) {
  const { erasedAt, id: userId } = user;
  if (erasedAt !== undefined)
    return html`<p class="message" role="status">${t.peopleErasure.erasedOn(dateTime(erasedAt, present))}</p>`;
  const { erasure } = await call(ErasureService.method.getErasure, { userId });
  if (!erasure) return undefined;
  const said = erasure.withHours ? t.peopleErasure.dueWithHours : t.peopleErasure.dueOn;
  return section(
    'erasure',
    t.peopleErasure.section,
    html`<p role="status">${said(dateTime(erasure.dueAt, present))}</p>${postButton(`${pathOf(user)}/take-back`, t.peopleErasure.takeBack)}`,
  );
}

/** Leads to the erasure of a person. */
export function eraseLink(user: User): Html {
  return linkButton(`${pathOf(user)}/erase`, t.peopleErasure.act, 'danger');
}

interface Planning {
  readonly state: FormState;
  readonly known: GetErasureResponse;
}

async function planPage(visit: SessionVisit, user: User, { state, known }: Planning): Promise<Page> {
  const [against, plan] = await Promise.all([obstacles(visit, user, known), planSections(visit, user)]);
  const title = t.peopleErasure.title(user.name);
  const withHours = {
    ...{ kind: 'check' as const, name: WITH_HOURS },
    ...{ label: t.peopleErasure.withHours, help: t.peopleErasure.aboutWithHours },
  };
  const mayErase = against.length === 0 && state.fault === undefined;
  return {
    title,
    body: html`${heading({
      title,
      parent: { href: pathOf(user), title: user.name },
      about: t.peopleErasure.about(known.graceDays),
    })}${state.fault !== undefined && faultSummary(state.fault, [])}${
      against.length > 0 &&
      html`<div class="message warn"><div><b>${t.peopleErasure.cannotNow}</b><ul>${against.map((each) => html`<li>${each}</li>`)}</ul></div></div>`
    }${plan}${mayErase && form(state, { fields: [withHours], submit: t.peopleErasure.act, danger: true, cancel: pathOf(user) })}`,
  };
}

function confirmPage(
  { present }: Pick<SessionVisit, 'present'>,
  user: User,
  { withHours, state, known }: Planning & { readonly withHours: boolean },
): Page {
  const title = t.peopleErasure.question(user.name);
  const keptFrom = known.hoursKeptFrom;
  const consequences = [
    t.peopleErasure.goesOn(dueIn(known.graceDays, present)),
    !withHours
      ? t.peopleErasure.hoursStay
      : keptFrom === undefined
        ? t.peopleErasure.hoursGo
        : t.peopleErasure.hoursGoBefore(dateTime(keptFrom, present)),
    t.peopleErasure.untilThen,
  ];
  const asked = { title, consequences, act: t.parts.confirm, back: pathOf(user) };
  return { title, status: 200, body: confirmation(state, asked, withHours ? { [WITH_HOURS]: '1' } : {}) };
}

function dueIn(days: number, present: Present): Html {
  return dateTime(toInstantText(present.now + days * DAY_MS), present);
}

/** What speaks against the erasure of a person at present, each as a sentence. */
async function obstacles(
  { callIfAvailable, present }: SessionVisit,
  user: User,
  { obstacles: all }: GetErasureResponse,
): Promise<readonly Fragment[]> {
  const { id, erasedAt } = user;
  if (erasedAt !== undefined) return [t.peopleErasure.wasErased(dateTime(erasedAt, present))];
  const isClockedIn = all.includes(ErasureObstacle.CLOCKED_IN);
  const open = isClockedIn ? (await clockings(callIfAvailable, [user]))?.get(id) : undefined;
  const endPath = open ? `/console/time-records/${open.id}/end` : pathOf(user);
  const words = t.peopleErasure;
  const sentences: Readonly<Record<ErasureObstacle, Fragment>> = {
    [ErasureObstacle.UNSPECIFIED]: words.obstacle,
    [ErasureObstacle.NOT_ARCHIVED]: words.isActive(link(pathOf(user), words.archiveThem)),
    [ErasureObstacle.ADMINISTRATOR]: words.isAdministrator(link('/console/administrators', words.removeAdministrator)),
    [ErasureObstacle.CLOCKED_IN]: words.isClockedIn(link(endPath, words.endSession)),
    [ErasureObstacle.HELD]: words.isHeld(link(pathOf(user), words.endTheHold)),
  };
  return all.map((each) => sentences[each]);
}

/** The refusals of a person who cannot be erased at present. */
const OBSTACLES: ReadonlySet<string> = new Set([
  ...['USER_NOT_ARCHIVED', 'USER_ADMINISTRATOR', 'USER_CLOCKED_IN', 'USER_HELD', 'USER_ERASED'],
]);
