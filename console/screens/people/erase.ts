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
import { CONFIRMED, type Field, type FormState, form } from '../../components/form.ts';
import { type Fragment, type Html, html } from '../../components/html.ts';
import type { Page } from '../../components/page.ts';
import { sentenceOf } from '../../components/refusals.ts';
import { dateTime, type Present } from '../../components/time.ts';
import { type Redirect, type SessionVisit, screen } from '../../route/screen.ts';
import { clockings } from './clockings.ts';
import { planSections } from './erasure-plan.ts';
import { changedPerson, pathOf } from './person-of.ts';

const WITH_HOURS: Field = {
  kind: 'check',
  name: 'withHours',
  label: 'With hours',
  help: 'The time records go, too, and with them the person’s part of all sums.',
};

/** The plan of an erasure, and its two steps. */
export const erasePerson = screen({
  path: '/people/{id}/erase',
  success: () => 'The erasure was planned.',
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
    const withHours = values[WITH_HOURS.name] === '1';
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
  success: () => 'The person will not be erased.',
  async submit({ send, params: { id = '' } }): Promise<Redirect> {
    await send(ErasureService.method.takeBackErasure, { userId: id });
    return { to: pathOf({ id }) };
  },
});

/** The erasure of a person who is erased, or will be. */
export async function erasureSection({ call, present }: Pick<SessionVisit, 'call' | 'present'>, user: User) {
  const { erasedAt, id: userId } = user;
  if (erasedAt !== undefined)
    return html`<p class="message" role="status">Erased on ${dateTime(erasedAt, present)}. What is left are figures: nothing says who it was, and nobody can change it.</p>`;
  const { erasure } = await call(ErasureService.method.getErasure, { userId });
  if (!erasure) return undefined;
  const { dueAt, withHours } = erasure;
  return section(
    'erasure',
    'Erasure',
    html`<p role="status">Will be erased on ${dateTime(dueAt, present)}${withHours && ', with hours'}. Until then it can be taken back; it also ends if the person comes back.</p>${postButton(`${pathOf(user)}/take-back`, 'Take back')}`,
  );
}

/** Leads to the erasure of a person. */
export function eraseLink(user: User): Html {
  return linkButton(`${pathOf(user)}/erase`, 'Erase', 'danger');
}

interface Planning {
  readonly state: FormState;
  readonly known: GetErasureResponse;
}

async function planPage(visit: SessionVisit, user: User, { state, known }: Planning): Promise<Page> {
  const [against, plan] = await Promise.all([obstacles(visit, user, known), planSections(visit, user)]);
  const mayErase = against.length === 0 && state.fault === undefined;
  return {
    title: `Erase ${user.name}`,
    body: html`${heading({
      title: `Erase ${user.name}`,
      parent: { href: pathOf(user), title: user.name },
      about: `Nothing happens on this page. Once confirmed, the erasure can be taken back for ${known.graceDays} days.`,
    })}${state.fault !== undefined && faultSummary(state.fault, [])}${
      against.length > 0 &&
      html`<div class="message warn"><div><b>This person cannot be erased at present.</b><ul>${against.map((each) => html`<li>${each}</li>`)}</ul></div></div>`
    }${plan}${mayErase && form(state, { fields: [WITH_HOURS], submit: 'Erase', danger: true, cancel: pathOf(user) })}`,
  };
}

function confirmPage(
  { present }: Pick<SessionVisit, 'present'>,
  user: User,
  { withHours, state, known }: Planning & { readonly withHours: boolean },
): Page {
  const title = `Erase ${user.name}?`;
  const keptFrom = known.hoursKeptFrom;
  const consequences = [
    html`On ${dueIn(known.graceDays, present)}, names, email address, code, picture, notes and traces go, everywhere in Lyceum.`,
    withHours
      ? html`The time records go, too${keptFrom !== undefined && html`, but for those that ended on ${dateTime(keptFrom, present)} or later`}. Appointments stay as figures of “Erased person”.`
      : 'Hours and appointments stay as figures of “Erased person”.',
    'Until then it can be taken back on the person’s page. Afterwards nothing brings it back.',
  ];
  const asked = { title, consequences, act: 'Confirm', back: pathOf(user) };
  return { title, status: 200, body: confirmation(state, asked, withHours ? { [WITH_HOURS.name]: '1' } : {}) };
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
  if (erasedAt !== undefined) return [html`The person was erased on ${dateTime(erasedAt, present)}.`];
  const isClockedIn = all.includes(ErasureObstacle.CLOCKED_IN);
  const open = isClockedIn ? (await clockings(callIfAvailable, [user]))?.get(id) : undefined;
  const endPath = open ? `/console/time-records/${open.id}/end` : pathOf(user);
  const sentences: Readonly<Record<ErasureObstacle, Fragment>> = {
    [ErasureObstacle.UNSPECIFIED]: 'Something speaks against it.',
    [ErasureObstacle.NOT_ARCHIVED]: html`The person is active. ${link(pathOf(user), 'Archive the person')} first.`,
    [ErasureObstacle.ADMINISTRATOR]: html`The person is an administrator. ${link('/console/administrators', 'Remove the administrator')} first.`,
    [ErasureObstacle.CLOCKED_IN]: html`The person is clocked in. ${link(endPath, 'End session')} first.`,
    [ErasureObstacle.HELD]: html`The person is on hold. ${link(pathOf(user), 'End the hold')} first.`,
  };
  return all.map((each) => sentences[each]);
}

/** The refusals of a person who cannot be erased at present. */
const OBSTACLES: ReadonlySet<string> = new Set([
  ...['USER_NOT_ARCHIVED', 'USER_ADMINISTRATOR', 'USER_CLOCKED_IN', 'USER_HELD', 'USER_ERASED'],
]);
