const text = { type: 'string' };
const nullableText = { type: ['string', 'null'] };

/** The serialisation of a user in the baselines: the same fields as in the product. */
export const userSchema = {
  type: 'object',
  properties: {
    id: text,
    email: text,
    name: text,
    firstName: nullableText,
    lastName: nullableText,
    image: nullableText,
    code: nullableText,
    isArchived: { type: 'boolean' },
    createdAt: text,
    updatedAt: text,
  },
};
