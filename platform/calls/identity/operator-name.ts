/** Whether a text can be an operator's name, as audit records show it: nothing that could pass for something else in a line of text. */
export function isOperatorName(text: string): boolean {
  return /^[\p{L}\p{N}][\p{L}\p{N} ._@+-]{0,99}$/u.test(text);
}
