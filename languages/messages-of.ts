import { firstSpoken, SPOKEN } from './names.ts';

/**
 * The messages of a subject, which every language has in a file of that name: read once, when the process starts. It
 * does not start if a language lacks the file.
 * @param subject the name of the file and of what it exports
 * @returns for choices as of {@link firstSpoken}: the messages in that language
 */
export async function messagesOf<M>(subject: string): Promise<(...choices: Parameters<typeof firstSpoken>) => M> {
  const all = new Map<string, M>();
  for (const language of SPOKEN) all.set(language, (await import(`./${language}/${subject}.ts`))[subject]);
  return (...choices) => all.get(firstSpoken(...choices)) as M;
}
