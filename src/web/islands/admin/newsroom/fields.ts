/** Keys of the fields that texts belong to, in the order in which they are chosen from. */
export const FIELDS: readonly string[] = [
  ...['it', 'business', 'food', 'lifestyle', 'fashion', 'beauty', 'travel', 'sports', 'entertainment', 'education'],
  ...[
    'health',
    'finance',
    'realestate',
    'local',
    'society',
    'environment',
    'mobility',
    'manufacturing',
    'games',
    'other',
  ],
];
