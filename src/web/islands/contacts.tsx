/** Own contacts of a company: apart from the other pages of the newsroom, so that neither script is large. */
import { render } from 'preact';
import { Contact, ContactList } from './app/contacts/contacts.tsx';
import { offerSignIn } from './common/sign-in-again.tsx';
import { island } from './common/workspace.ts';

const id = new URLSearchParams(location.search).get('id');

offerSignIn();
island.textContent = '';
render(id === null ? <ContactList /> : <Contact id={Number(id)} />, island);
