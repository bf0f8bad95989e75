/** The names under which our own ids and words travel in the metadata of sessions, payments and subscriptions. */
export const KIND_MARK = 'kind';
export const CHECKOUT_MARK = 'farebox_checkout';
export const ACCOUNT_MARK = 'farebox_account';
export const SETUP_MARK = 'farebox_setup';
export const COMPANY_MARK = 'farebox_company';
export const PLAN_MARK = 'farebox_plan';

export const DEPOSIT_KIND = 'deposit';
export const PLAN_KIND = 'subscription';
export const CARD_KIND = 'card';
export const TOP_UP_KIND = 'top_up';
