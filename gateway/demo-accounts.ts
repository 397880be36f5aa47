/** The apikey of all demo sign-ins. */
export const DEMO_APIKEY = "demo-apikey";

export interface DemoSignIn {
  user: string;
  password: string;
  firstName: string;
  lastName: string;
  role: "USER" | "STAFF";
  organizationRole: "USER" | "ADMIN";
  /** What the account is, for the person who reads the list. */
  label: string;
}

/** Accounts of the demo data; a server with data of its own never gets them. */
export const DEMO_SIGN_INS: readonly DemoSignIn[] = [
  {
    user: "staff@demo.test",
    password: "demo-staff",
    firstName: "Stella",
    lastName: "Staff",
    role: "STAFF",
    organizationRole: "USER",
    label: "platform administrator",
  },
  {
    user: "admin@demo.test",
    password: "demo-admin",
    firstName: "Ada",
    lastName: "Admin",
    role: "USER",
    organizationRole: "ADMIN",
    label: "organization admin",
  },
  {
    user: "user@demo.test",
    password: "demo-user",
    firstName: "Uli",
    lastName: "User",
    role: "USER",
    organizationRole: "USER",
    label: "organization user, granted one advertisable",
  },
];
