/** Whether a text is a valid operator name, as shown in audit records: nothing that could be mistaken for other content of a line. */
export function isOperatorName(text: string): boolean {
  return /^[\p{L}\p{N}][\p{L}\p{N} ._@+-]{0,99}$/u.test(text);
}

/** The operator of a development system. */
export const LOCAL_OPERATOR = 'local';

/** Whether a text reads like the name of an operator that the installation itself creates: no claim of a provider may be that. */
export function isReservedOperatorName(text: string): boolean {
  return text.trim().toLowerCase() === LOCAL_OPERATOR;
}
