import { entries } from '../../components/navigation.ts';
import { mayOpen } from '../../components/viewer.ts';

/** The pages that somebody may look for by name, beside those of the navigation. */
const FURTHER: readonly (readonly [title: string, path: string])[] = [
  ['Add person', '/console/people/add'],
  ['Import people', '/console/people/import'],
  ['Add record', '/console/time-records/add'],
  ['Close month', '/console/time-records/close-month'],
  ['Closed months', '/console/time-records/closed-months'],
  ['Findings', '/console/time-records/findings'],
  ['Directory sync', '/console/integrations/directory-sync'],
  ['Create calendar feed', '/console/calendar-feeds/new'],
  ['Working time', '/console/settings/working-time'],
  ['Calendar', '/console/settings/working-time/calendar'],
  ['Retention', '/console/settings/retention'],
  ['Your data', '/console/settings/your-data'],
  ['Sign-in by OpenID Connect', '/console/administrators/openid'],
];

/** The pages with a text in their names, of those that the reader may open. */
export function destinationsNamed(text: string): (readonly [title: string, path: string])[] {
  const part = text.toLowerCase();
  return [...entries(), ...FURTHER].filter(([title, path]) => title.toLowerCase().includes(part) && mayOpen(path));
}
