/** First and last name joined, or null without either (decisions 7.1). */
export function fullName(firstName: string | null, lastName: string | null): string | null {
  return [firstName, lastName].filter((part) => part !== null).join(' ') || null;
}
