/** Our own reader has no upstream but the pages themselves: what it asks for are pages. */
import web from './web.ts';

export default { ...web, id: 'own-reader' };
