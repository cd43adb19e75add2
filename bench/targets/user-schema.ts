const text = { type: 'string' };
const nullableText = { type: ['string', 'null'] };

/** The user as the baselines serialise it: the same fields as the product's. */
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
