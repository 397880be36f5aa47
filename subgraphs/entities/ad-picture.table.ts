import { definePictureTable } from "../../lib/picture-table.js";

export const adPictures = definePictureTable("entities.ad_picture", "adPicture");
