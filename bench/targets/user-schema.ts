const text = { type: 'string' };
const nullableText = { type: ['string', 'null'] };

const user = {
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
const body = {
  type: 'object',
  required: ['email', 'firstName', 'lastName'],
  properties: { email: text, firstName: text, lastName: text },
};
const answer = (data: object) => ({ type: 'object', properties: { data } });

/** The schemas of the routes of users in targets that are not the product: the same fields as there. */
export const userSchemas = {
  get: { response: { 200: answer(user) } },
  page: { response: { 200: answer({ type: 'array', items: user }) } },
  create: { body, response: { 201: answer(user) } },
};
