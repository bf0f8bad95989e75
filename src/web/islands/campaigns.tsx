/** Campaigns of a company: apart from the other pages of the newsroom, so that neither script is large. */
import { render } from 'preact';
import { Campaign } from './app/campaigns/campaign.tsx';
import { CampaignList } from './app/campaigns/list.tsx';
import { offerSignIn } from './common/sign-in-again.tsx';
import { island } from './common/workspace.ts';

const id = new URLSearchParams(location.search).get('id');

offerSignIn();
island.textContent = '';
render(id === null ? <CampaignList /> : <Campaign id={Number(id)} />, island);
