import type { FastifyRequest } from 'fastify';
import { parseAccept } from 'hono/utils/accept';
import { DEFAULT_LANGUAGE } from '../../languages/names.ts';
import { inLanguage, type Language } from '../components/language.ts';
import { viewedBy } from '../components/viewer.ts';
import type { ConsoleDeps } from './console-deps.ts';
import { stateOf } from './request-state.ts';

/**
 * Answers a request for whoever reads the page: in their language, and without what they may not do.
 * Their own choice comes first, then the institution's, then the browser's.
 * @param known the tag of the language of whom the address is about, who comes before a session; empty if unknown
 */
export function asReader<T>(
  request: FastifyRequest,
  { audiences, languages }: Pick<ConsoleDeps, 'audiences' | 'languages'>,
  answer: () => T,
  known = '',
): T {
  const { session } = stateOf(request);
  const chosen = languages.get(known) ?? languages.get(session?.language ?? '');
  return inLanguage(chosen ?? accepted(request.headers['accept-language'], languages), () =>
    session === null ? answer() : viewedBy(audiences.viewer(session.actor.roles, request.url), answer),
  );
}

/**
 * The language that a browser prefers among those that there are (RFC 9110, 12.5.4): a range means its primary tag.
 * `*` says nothing.
 */
export function accepted(header: string | undefined, languages: ReadonlyMap<string, Language>): Language {
  const [best] = parseAccept((header ?? '').slice(0, READ_CHARACTERS))
    .flatMap(({ type, q }) => {
      const found = languages.get(type) ?? languages.get(type.replace(/-.*/s, '').toLowerCase());
      return found && q > 0 ? [{ found, q }] : [];
    })
    .sort((one, other) => other.q - one.q);
  const language = best?.found ?? languages.get(DEFAULT_LANGUAGE);
  if (!language) throw new Error(`the console does not speak ${DEFAULT_LANGUAGE}`);
  return language;
}

/** More than any browser sends. */
const READ_CHARACTERS = 500;
