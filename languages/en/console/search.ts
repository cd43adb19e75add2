import { type Fragment, rich } from '../../rich.ts';

/** The search for records and pages. */
export const search = {
  act: 'Search',
  found: (count: number) => `${count} found`,
  key: (key: Fragment) => rich`The key ${key} leads here from every page`,
  pages: 'Pages',
  allRequests: 'all requests',
  allEvents: 'all events',
  morePeople: 'More people',
  nothingTyped: 'What are you looking for?',
  nothingTypedText:
    'Type a name, an email address, a code, an ID of a request, an event or a record, or the name of a page.',
  nothing: 'Nothing found',
  nothingText: 'Type another part of the name, or the whole ID.',
  partAway: 'Part of Lyceum is temporarily unavailable. Try again in a few seconds.',
};
